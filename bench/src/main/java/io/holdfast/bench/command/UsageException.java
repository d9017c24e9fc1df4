package io.holdfast.bench.command;

/** An invalid command line; the message is meant for the user. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Takes a message that is printed unchanged. */
    public UsageException(String message) {
        super(message);
    }
}
