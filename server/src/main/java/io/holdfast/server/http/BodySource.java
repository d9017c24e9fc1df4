package io.holdfast.server.http;

/**
 * Makes the body of a reply piece by piece, for bodies that are too large to be held at once. It is
 * asked for the next piece only when the client has taken those before, so that a slow client slows
 * its source down and nothing piles up.
 */
@FunctionalInterface
public interface BodySource {

    /**
     * Makes the next piece and hands it to the taker once, now or later. Called on the event loop,
     * and not again before the taker has the piece. Once the client is gone it is never called
     * again.
     */
    void next(Taker taker);

    /** Whom a piece is handed to; one call for each piece, from any thread. */
    interface Taker {

        /** A piece that others follow; it may be empty. The array must not change later. */
        void piece(byte[] bytes);

        /** The last piece; it may be empty. The array must not change later. */
        void last(byte[] bytes);

        /**
         * There is no next piece although the body is not complete. The connection is cut, so that
         * the client does not take a part for the whole.
         */
        void broken();
    }
}
