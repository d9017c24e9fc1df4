package io.holdfast.server.pools;

/** A request that the contract refuses; the message is what the client reads. */
final class BadRequest extends Exception {

    private static final long serialVersionUID = 1L;

    BadRequest(String text) {
        // Thrown for what clients send, so the stack would only cost time.
        super(text, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
