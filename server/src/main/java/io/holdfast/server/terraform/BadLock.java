package io.holdfast.server.terraform;

/** A request that is rejected. The message is the detail that the client reads. */
final class BadLock extends Exception {

    private static final long serialVersionUID = 1L;

    BadLock(String detail) {
        // Client input causes it, so a stack trace would only cost time.
        super(detail, null, false, false);
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
