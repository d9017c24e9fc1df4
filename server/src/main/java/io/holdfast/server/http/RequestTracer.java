package io.holdfast.server.http;

import org.jspecify.annotations.Nullable;

/** Begins the trace of each request; called on event loops, so it must be cheap. */
@FunctionalInterface
public interface RequestTracer {

    /**
     * Begins a trace.
     *
     * @param traceparent the header of that name, which may be invalid
     * @param tracestate the header of that name
     * @return null if this request is not sampled
     */
    @Nullable
    RequestTrace begin(@Nullable String traceparent, @Nullable String tracestate);
}
