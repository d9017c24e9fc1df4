package io.holdfast.server.http;

import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** The trace of one request, from its head to the end of its reply. Any thread may call it. */
public interface RequestTrace {

    /**
     * Says that the request gives a grant back.
     *
     * @param fence of the grant; zero if the request does not say it
     */
    void releases(ResourceName name, long fence);

    /** Says that the request waits for other clients from now on. */
    void waits();

    /**
     * Says that a wait has ended, if there was one.
     *
     * @param fence of the grant that ended it; zero if it ended without one
     */
    void answered(long fence);

    /**
     * Ends the trace.
     *
     * @param key the key in the path; null if the route has none or it is a secret
     */
    void ended(@Nullable Route route, String method, int status, @Nullable String key);

    /** Ends the trace of an exchange, if it has one. */
    static void end(HttpExchange exchange, int status) {
        RequestTrace trace = exchange.trace();
        if (trace != null) {
            trace.ended(exchange.route(), exchange.method(), status, exchange.shownKey());
        }
    }
}
