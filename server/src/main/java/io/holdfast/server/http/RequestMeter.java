package io.holdfast.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts requests; called on event loops, so it must be cheap. */
@FunctionalInterface
public interface RequestMeter {

    RequestMeter NONE = (route, method, status, nanos) -> {};

    /** Called once, before the first request, with all routes. */
    default void serves(List<Route> routes) {}

    /**
     * @param route the matched route, or null for unknown paths and methods
     * @param status the status replied; 200 if the client disconnected, as in dflockd
     */
    void ended(@Nullable Route route, String method, int status, long nanos);

    /**
     * Counts a request that exceeded a rate limit.
     *
     * @param principal whether it was the limit of the principal, not of the address
     */
    default void limited(boolean principal) {}

    /** Counts input that was not a valid request. */
    default void malformed(Problem problem) {}
}
