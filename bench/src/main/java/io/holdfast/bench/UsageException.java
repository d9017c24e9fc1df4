package io.holdfast.bench;

/** The command line asks for what there is not; the message says so in the user's words. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A message that can be printed as it is. */
    public UsageException(String message) {
        super(message);
    }
}
