package io.holdfast.client;

/**
 * Reports that a lease ended before it was released. The client no longer holds what it stood for,
 * and must stop using it.
 *
 * @param detail the explanation, for people
 */
public record Loss(Lease lease, Reason reason, String detail) {

    /** Why a lease was lost. */
    public enum Reason {

        /**
         * No member confirmed a renewal until the lease ended. The server may have been down, or
         * the network cut; another client may hold it now.
         */
        UNREACHABLE,

        /** The server ended it: an operator broke it, or it expired there. */
        ENDED_BY_SERVER,

        /** The session ended at the server, and with it everything that it held. */
        SESSION_ENDED,

        /** The server refused the renewals, for instance because the token was revoked. */
        REFUSED,

        /** Its time is over, and its API has no renewal. */
        EXPIRED
    }
}
