package io.holdfast.server.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What stands before every handler, in the contract's order: CORS, (metrics,) rate limit,
 * authentication or, where there is none, the Host guard, then the router's own refusals. It is
 * asked when the head is complete, so that nobody uploads a body in vain.
 */
final class Gate {

    private final RouteTable routes;
    private final @Nullable Cors cors;
    private final @Nullable RateLimiter limiter;
    private final @Nullable BearerAuth auth;
    private final HostGuard guard;

    Gate(RouteTable routes, EdgePolicy policy, String boundHost) {
        this.routes = routes;
        this.cors = Cors.of(policy.corsOrigins());
        this.limiter = policy.ratePerSecond() == 0
                ? null
                : new RateLimiter(policy.ratePerSecond(), policy.rateBurst(), System.nanoTime());
        this.auth = policy.bearerToken() == null ? null : new BearerAuth(policy.bearerToken());
        this.guard = new HostGuard(boundHost, policy.allowedHosts());
    }

    /** Finds the exchange's route and judges it. */
    Verdict judge(HttpExchange exchange, Peer peer) {
        RequestHead head = exchange.head();
        RouteTable.Match match = match(head);
        Route route = match.route(head.method);
        exchange.matched(match, route);
        boolean originAllowed = false;
        boolean open = match.dialect().open();
        Cors rules = open ? Cors.OPEN : cors;
        if (rules != null) {
            String headers = rules.headersFor(head);
            if (headers != null) {
                exchange.addHeaderLines(headers);
                originAllowed = true;
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
        Verdict verdict = open
                ? Verdict.ADMITTED
                : auth != null
                        ? authenticate(auth, head, match)
                        : guard(head, route, peer, originAllowed);
        if (verdict != Verdict.ADMITTED || route != null) {
            return verdict;
        }
        return match.isKnownPath() ? Verdict.METHOD_NOT_ALLOWED : Verdict.NOT_FOUND;
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

    private static Verdict authenticate(BearerAuth auth, RequestHead head, RouteTable.Match match) {
        return match.isOpenPath() || auth.accepts(head) ? Verdict.ADMITTED : Verdict.UNAUTHORIZED;
    }

    private Verdict guard(
            RequestHead head, @Nullable Route route, Peer peer, boolean originAllowed) {
        if (route != null && !route.hostGuarded()) {
            return Verdict.ADMITTED;
        }
        if (!originAllowed && isForeign(head)) {
            return new Verdict.Refused(
                    Problem.FORBIDDEN, "a page of another site may not call this server");
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
