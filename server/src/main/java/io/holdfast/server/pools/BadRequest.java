package io.holdfast.server.pools;

/** A request that the API rejects. The message is the text that the client reads. */
final class BadRequest extends Exception {

    private static final long serialVersionUID = 1L;

    BadRequest(String text) {
        // Client input causes it, so a stack trace would only cost time.
        super(text, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
