package io.holdfast.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hears of every request that ended; called on event loops, so it must be cheap. */
@FunctionalInterface
public interface RequestMeter {

    RequestMeter NONE = (route, method, status, nanos) -> {};

    /** Told once, before the first request, what there is to count. */
    default void serves(List<Route> routes) {}

    /**
     * @param route the matched route, or null for unknown paths and methods
     * @param status what was replied; 200 for a request whose client went away, as the original
     *     counts
     */
    void ended(@Nullable Route route, String method, int status, long nanos);

    /**
     * A request was more than a rate allows.
     *
     * @param principal whether it was the rate of who asks, and not that of the address
     */
    default void limited(boolean principal) {}

    /** Something came that was no request. */
    default void malformed(Problem problem) {}
}
