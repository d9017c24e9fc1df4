package io.holdfast.server.http;

/**
 * Produces a reply body piece by piece, if it is too large to be held at once. The next piece is
 * requested only when the client has read the previous ones, so a slow client slows down its source
 * and no memory accumulates.
 */
@FunctionalInterface
public interface BodySource {

    /**
     * Produces the next piece and passes it to the taker once, now or later. Called on the event
     * loop, and not again before the taker has the piece. Never called again after the client has
     * disconnected.
     */
    void next(Taker taker);

    /** Receives the pieces; one call for each piece, from any thread. */
    interface Taker {

        /** Takes a piece that is not the last; it may be empty. The array must not change later. */
        void piece(byte[] bytes);

        /** Takes the last piece; it may be empty. The array must not change later. */
        void last(byte[] bytes);

        /**
         * Reports that the body cannot be completed. The connection is cut, so that the client does
         * not mistake a part for the whole.
         */
        void broken();
    }
}
