package io.holdfast.server.http;

import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.net.RateLimiter;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks every request before its handler, in the order of dflockd: CORS, metrics, rate limit,
 * authentication (or the Host guard if there is none), then routing errors. It runs when the head
 * is complete, so that a rejected client need not upload its body.
 */
final class Gate {

    private static final Verdict FOREIGN = new Verdict.Refused(
            Problem.FORBIDDEN,
            "a page of another origin may not call this server; see --http-cors-allowed-origins");

    /** It would be ambiguous, and a proxy may have checked the other one. */
    private static final Verdict TWO_CREDENTIALS = new Verdict.Refused(
            Problem.BAD_REQUEST, "the header Authorization must not be there twice");

    private static final Verdict MISSING_CREDENTIAL = new Verdict.Unauthorized(
            "a credential is missing: send it in the header Authorization: Bearer TOKEN");

    private static final Verdict INVALID_CREDENTIAL = new Verdict.Unauthorized(
            "the credential in the header Authorization is not valid here");

    private static final List<String> SCHEMES = List.of("http://", "https://");

    private static final int FAILURE_COST = 10;

    private final RouteTable routes;
    private final @Nullable Cors cors;
    private final @Nullable RateLimiter limiter;
    private final Authenticators authenticators;
    private final HostGuard guard;
    private final Origins origins;
    private final Throttle throttle;
    private final @Nullable RateLimiter principals;
    private final RequestMeter meter;

    Gate(RouteTable routes, EdgePolicy policy, String boundHost, RequestMeter meter) {
        this.routes = routes;
        this.cors = Cors.of(policy.corsOrigins());
        this.limiter = policy.ratePerSecond() == 0
                ? null
                : new RateLimiter(policy.ratePerSecond(), policy.rateBurst(), System.nanoTime());
        this.authenticators = policy.authenticators();
        this.guard = new HostGuard(boundHost, policy.allowedHosts());
        this.origins = policy.origins();
        this.throttle = policy.throttle();
        this.principals = throttle.principalPerSecond() == 0
                ? null
                : new RateLimiter(
                        throttle.principalPerSecond(),
                        throttle.principalBurst(),
                        System.nanoTime());
        this.meter = meter;
    }

    /** Returns whether authentication is off. */
    boolean asksNobody() {
        return authenticators.isEmpty();
    }

    ConnectionLimit seats() {
        return throttle.seats();
    }

    /** Finds the exchange's route and checks the request. */
    Verdict judge(HttpExchange exchange, Peer peer) {
        RequestHead head = exchange.head();
        RouteTable.Match match = match(head);
        Route route = match.route(head.method);
        exchange.matched(match, route);
        InetAddress client = throttle.clients().of(head, peer.address());
        if (client != peer.address()) {
            exchange.cameFrom(client);
        }
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
            long retrySeconds =
                    limiter.take(bucket(limiter, exchange, peer), exchange.startNanos());
            if (retrySeconds > 0) {
                meter.limited(false);
                return new Verdict.RateLimited(retrySeconds);
            }
        }
        if (head.isRepeated("Authorization")) {
            return TWO_CREDENTIALS;
        }
        if (open) {
            return routed(exchange);
        }
        if (!authenticators.isEmpty()) {
            return identify(exchange, peer);
        }
        exchange.identified(Principal.ANYONE, exchange.actor());
        Verdict verdict = guard(exchange, peer);
        return verdict == Verdict.ADMITTED ? routed(exchange) : verdict;
    }

    private static RateLimiter.Bucket bucket(
            RateLimiter limiter, HttpExchange exchange, Peer peer) {
        return exchange.isForwarded()
                ? limiter.bucket(exchange.client(), exchange.startNanos())
                : peer.bucket(limiter, exchange.startNanos());
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
        Decision.Admitted known = authorization < 0 || hasAny(head, authenticators.headers())
                ? null
                : peer.known(head, authorization);
        if (known != null) {
            return permit(exchange, peer, known);
        }
        long closedSeconds =
                throttle.watch().closedSeconds(exchange.client(), exchange.startNanos());
        if (closedSeconds > 0) {
            meter.limited(false);
            return new Verdict.RateLimited(closedSeconds);
        }
        Route route = exchange.route();
        boolean password = route != null && route.passwordAsToken();
        return decided(
                exchange,
                peer,
                authenticators.authenticate(new RequestCredentials(head, peer, password)));
    }

    private static boolean hasAny(RequestHead head, List<String> headers) {
        for (String header : headers) {
            if (head.find(header) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Continues after authentication. */
    Verdict decided(HttpExchange exchange, Peer peer, Decision decision) {
        return switch (decision) {
            case Decision.Admitted admitted -> admit(exchange, peer, admitted);
            case Decision.Refused(String why) -> {
                failed(exchange, peer, true, why);
                yield new Verdict.Unauthorized(why);
            }
            case Decision.NotMine() -> {
                boolean guessed = exchange.head().find("Authorization") >= 0;
                failed(exchange, peer, guessed, guessed ? "unknown credential" : "no credential");
                yield guessed ? INVALID_CREDENTIAL : MISSING_CREDENTIAL;
            }
            case Decision.Unavailable(String why, long retrySeconds) ->
                new Verdict.Unavailable(why, retrySeconds);
            case Decision.Later(var stage) -> new Verdict.Pending(stage);
        };
    }

    /**
     * A wrong credential costs as much as ten requests, because the rate limit is meant to stop
     * guessing.
     */
    private void failed(HttpExchange exchange, Peer peer, boolean guessed, String why) {
        long now = exchange.startNanos();
        throttle.watch().failed(exchange.dialectName(), exchange.client(), guessed, why, now);
        Route route = exchange.route();
        if (guessed && limiter != null && (route == null || route.rateLimited())) {
            limiter.charge(bucket(limiter, exchange, peer), now, FAILURE_COST - 1);
        }
    }

    private Verdict admit(HttpExchange exchange, Peer peer, Decision.Admitted admitted) {
        RequestHead head = exchange.head();
        int authorization = head.find("Authorization");
        // Other routes do not accept a password, so the connection must not remember it.
        boolean basic = authorization >= 0 && RequestCredentials.isBasic(head, authorization);
        if (authorization >= 0 && !basic) {
            peer.know(head, authorization, admitted);
        }
        boolean byItself = authorization < 0 || basic || admitted.holds().isOnce();
        if (byItself && !exchange.isOriginAllowed() && isForeignSite(head)) {
            // The page did not send the credential itself: its browser or a proxy added it.
            return FOREIGN;
        }
        return permit(exchange, peer, admitted);
    }

    /** Checks whether the principal may call the route, before any of the body is read. */
    private Verdict permit(HttpExchange exchange, Peer peer, Decision.Admitted admitted) {
        Principal principal = admitted.principal();
        exchange.admittedWhile(admitted.holds());
        exchange.identified(
                principal,
                exchange.isForwarded()
                        ? new Actor(principal.tenant(), principal.name(), exchange.clientAddress())
                        : peer.actor(principal));
        Route route = exchange.route();
        if (!peer.seat(principal, throttle.seats())) {
            exchange.closeAfter();
            meter.limited(true);
            return new Verdict.RateLimited(1);
        }
        if (principals != null && (route == null || route.rateLimited())) {
            long now = exchange.startNanos();
            long retrySeconds =
                    principals.take(principals.bucketOf(ConnectionLimit.name(principal), now), now);
            if (retrySeconds > 0) {
                meter.limited(true);
                return new Verdict.RateLimited(retrySeconds);
            }
        }
        Role needed = route == null ? null : route.role();
        if (needed != null && !exchange.principal().is(needed)) {
            String why = "this needs the role " + needed.text();
            denied(exchange, why);
            return new Verdict.Refused(Problem.FORBIDDEN, why);
        }
        return routed(exchange);
    }

    /** Audits that an authenticated principal is not authorized. */
    void denied(HttpExchange exchange, String why) {
        throttle.watch()
                .denied(
                        exchange.dialectName(),
                        exchange.principal(),
                        asked(exchange),
                        exchange.client(),
                        why,
                        exchange.startNanos());
    }

    /**
     * Session ids are secrets and part of their routes' paths, so the template is logged instead.
     */
    private static String asked(HttpExchange exchange) {
        Route route = exchange.route();
        boolean secret = route != null && route.template().contains("/sessions/");
        return exchange.method() + " "
                + (route != null && secret ? route.template() : exchange.rawPath());
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

    /** Returns the shape of errors below a path, of which only the beginning may be known. */
    ErrorShape errors(byte[] bytes, int pathFrom, int pathTo) {
        return routes.match(bytes, pathFrom, pathTo).dialect().errors();
    }

    private Verdict guard(HttpExchange exchange, Peer peer) {
        RequestHead head = exchange.head();
        Route route = exchange.route();
        if (route != null && !route.hostGuarded()) {
            return Verdict.ADMITTED;
        }
        // Unknown routes are answered 404 or 405 for pages too.
        if (route != null
                && !exchange.isOriginAllowed()
                && (isForeignSite(head) || isForeignOrigin(exchange))) {
            return FOREIGN;
        }
        // Browsers always send a Host header, and the guard protects against browsers.
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

    /**
     * Returns whether a browser reports that a page of another origin sent the request. A same-site
     * page counts as foreign: it may be on another port of this machine, or on another host of the
     * same domain.
     */
    private static boolean isForeignSite(RequestHead head) {
        int site = head.find("Sec-Fetch-Site");
        return site >= 0 && !isValue(head, site, "same-origin") && !isValue(head, site, "none");
    }

    private static boolean isValue(RequestHead head, int header, String expected) {
        return Ascii.equalsIgnoreCase(
                head.bytes, head.valueFrom(header), head.valueTo(header), expected);
    }

    /**
     * Returns whether a page of another host or port sent the request. The scheme is not compared:
     * it differs behind a proxy that terminates TLS, and no two servers share a port.
     */
    private boolean isForeignOrigin(HttpExchange exchange) {
        String origin = exchange.head().header("Origin");
        if (origin == null) {
            return false;
        }
        String own = origins.authority(exchange);
        for (String scheme : SCHEMES) {
            if (origin.equalsIgnoreCase(scheme + own)) {
                return exchange.isRepeated("Origin");
            }
        }
        return true;
    }
}
