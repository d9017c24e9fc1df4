package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;

import org.jspecify.annotations.Nullable;

/** The calls of one API that keep and end a lease. */
interface LeaseCalls {

    /** Returns null if the API has no renewal. */
    @Nullable
    Request renewal(Lease lease);

    Renewal renewed(Lease lease, Reply reply);

    Request release(Lease lease);

    /** Returns true if the reply to a release says that the lease was still held. */
    boolean released(Reply reply);

    /** Returns true if the reply to a release says that the lease had ended before. */
    default boolean endedBefore(Reply reply) {
        return false;
    }

    /**
     * Called once after the end of the lease, if it was released or lost.
     *
     * @param confirmed whether the server confirmed the end
     */
    default void ended(Lease lease, boolean confirmed) {}
}
