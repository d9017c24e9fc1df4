package io.holdfast.server.locks;

/** A body that the API rejects. The message is the detail that the client reads. */
final class BadBody extends Exception {

    private static final long serialVersionUID = 1L;

    BadBody(String detail) {
        // Client input causes it, so a stack trace would only cost time.
        super(detail, null, false, false);
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
