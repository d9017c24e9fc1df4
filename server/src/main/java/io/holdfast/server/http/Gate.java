package io.holdfast.server.http;

import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands before every handler, in the contract's order: CORS, (metrics,) rate limit,
 * authentication or, where there is none, the Host guard, then the router's own refusals. It is
 * asked when the head is complete, so that nobody uploads a body in vain.
 */
final class Gate {

    private static final Verdict FOREIGN = new Verdict.Refused(
            Problem.FORBIDDEN, "a page of another site may not call this server");

    private final RouteTable routes;
    private final @Nullable Cors cors;
    private final @Nullable RateLimiter limiter;
    private final Authenticators authenticators;
    private final HostGuard guard;

    Gate(RouteTable routes, EdgePolicy policy, String boundHost) {
        this.routes = routes;
        this.cors = Cors.of(policy.corsOrigins());
        this.limiter = policy.ratePerSecond() == 0
                ? null
                : new RateLimiter(policy.ratePerSecond(), policy.rateBurst(), System.nanoTime());
        this.authenticators = policy.authenticators();
        this.guard = new HostGuard(boundHost, policy.allowedHosts());
    }

    /** Finds the exchange's route and judges it. */
    Verdict judge(HttpExchange exchange, Peer peer) {
        RequestHead head = exchange.head();
        RouteTable.Match match = match(head);
        Route route = match.route(head.method);
        exchange.matched(match, route);
        boolean open = match.dialect().open();
        Cors rules = open ? Cors.OPEN : cors;
        if (rules != null) {
            String headers = rules.headersFor(head);
            if (headers != null) {
                exchange.addHeaderLines(headers);
                exchange.allowOrigin();
            }
            if (rules.isPreflight(head)) {
                return Verdict.PREFLIGHT;
            }
        }
        if (limiter != null && (route == null || route.rateLimited())) {
            long retrySeconds = limiter.take(
                    peer.bucket(limiter, exchange.startNanos()), exchange.startNanos());
            if (retrySeconds > 0) {
                return new Verdict.RateLimited(retrySeconds);
            }
        }
        if (open) {
            return routed(exchange);
        }
        if (!authenticators.isEmpty()) {
            return identify(exchange, peer);
        }
        exchange.identified(Principal.ANYONE, peer.actor());
        Verdict verdict = guard(head, route, peer, exchange.isOriginAllowed());
        return verdict == Verdict.ADMITTED ? routed(exchange) : verdict;
    }

    private static Verdict routed(HttpExchange exchange) {
        if (exchange.route() != null) {
            return Verdict.ADMITTED;
        }
        return exchange.isKnownPath() ? Verdict.METHOD_NOT_ALLOWED : Verdict.NOT_FOUND;
    }

    private Verdict identify(HttpExchange exchange, Peer peer) {
        if (exchange.isOpenPath()) {
            return routed(exchange);
        }
        RequestHead head = exchange.head();
        int authorization = head.find("Authorization");
        Principal known = authorization < 0 || hasAny(head, authenticators.headers())
                ? null
                : peer.known(head, authorization);
        if (known != null) {
            exchange.identified(known, peer.actor(known));
            return permit(exchange);
        }
        return decided(
                exchange,
                peer,
                authenticators.authenticate(new RequestCredentials(head, peer.address())));
    }

    private static boolean hasAny(RequestHead head, List<String> headers) {
        for (String header : headers) {
            if (head.find(header) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Goes on once it is known who asks. */
    Verdict decided(HttpExchange exchange, Peer peer, Decision decision) {
        return switch (decision) {
            case Decision.Admitted admitted -> admit(exchange, peer, admitted);
            case Decision.Refused(String why) -> new Verdict.Unauthorized(why);
            case Decision.NotMine() -> Verdict.UNAUTHORIZED;
            case Decision.Unavailable(String why, long retrySeconds) ->
                new Verdict.Unavailable(why, retrySeconds);
            case Decision.Later(var stage) -> new Verdict.Pending(stage);
        };
    }

    private static Verdict admit(HttpExchange exchange, Peer peer, Decision.Admitted admitted) {
        RequestHead head = exchange.head();
        int authorization = head.find("Authorization");
        if (authorization >= 0) {
            peer.know(head, authorization, admitted);
        }
        boolean byItself = authorization < 0 || admitted.holds() == Decision.Holds.ONCE;
        if (byItself && !exchange.isOriginAllowed() && isForeign(head)) {
            // What shows who somebody is was not put there by the page, but by its browser or a
            // proxy.
            return FOREIGN;
        }
        exchange.identified(admitted.principal(), peer.actor(admitted.principal()));
        return permit(exchange);
    }

    /** Whether who asks may ask for this; before anything of its body is looked at. */
    private static Verdict permit(HttpExchange exchange) {
        Route route = exchange.route();
        Role needed = route == null ? null : route.role();
        if (needed != null && !exchange.principal().is(needed)) {
            return new Verdict.Refused(Problem.FORBIDDEN, "this needs the role " + needed.text());
        }
        return routed(exchange);
    }

    private RouteTable.Match match(RequestHead head) {
        if (head.dotSegments) {
            return routes.nowhere();
        }
        RouteTable.Match match = routes.match(head.bytes, head.pathFrom, head.pathTo);
        boolean slashes = head.pathTo - head.pathFrom > 1 && head.bytes[head.pathFrom + 1] == '/';
        if (slashes && !match.isKnownPath()) {
            RouteTable.Match beyond = routes.match(head.bytes, head.pathFrom + 1, head.pathTo);
            if (beyond.isLenient()) {
                head.pathFrom++;
                return beyond;
            }
        }
        return match;
    }

    private Verdict guard(
            RequestHead head, @Nullable Route route, Peer peer, boolean originAllowed) {
        if (route != null && !route.hostGuarded()) {
            return Verdict.ADMITTED;
        }
        if (!originAllowed && isForeign(head)) {
            return FOREIGN;
        }
        // No browser speaks HTTP/1.0 without a Host, and the guard is against browsers.
        boolean none = !head.http11 && head.hostFrom == head.hostTo;
        if (none || peer.isKnownHost(head)) {
            return Verdict.ADMITTED;
        }
        String refusal = guard.refusal(head.text(head.hostFrom, head.hostTo), peer.localAddress());
        if (refusal != null) {
            return new Verdict.Refused(Problem.FORBIDDEN, refusal);
        }
        peer.knowHost(Arrays.copyOfRange(head.bytes, head.hostFrom, head.hostTo));
        return Verdict.ADMITTED;
    }

    /** Whether a browser says that a page of another site is behind the request. */
    private static boolean isForeign(RequestHead head) {
        int site = head.find("Sec-Fetch-Site");
        return site >= 0
                && Ascii.equalsIgnoreCase(
                        head.bytes, head.valueFrom(site), head.valueTo(site), "cross-site");
    }
}
