package io.holdfast.server.locks;

/** A body that the contract refuses; the message is the detail that the client reads. */
final class BadBody extends Exception {

    private static final long serialVersionUID = 1L;

    BadBody(String detail) {
        // Thrown for what clients send, so the stack would only cost time.
        super(detail, null, false, false);
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
