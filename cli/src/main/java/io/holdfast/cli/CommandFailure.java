package io.holdfast.cli;

/** A failed command: the message for the user, and the exit code. */
final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** The command line is invalid (EX_USAGE). */
    static final int USAGE = 64;

    /** The received data is damaged (EX_DATAERR). */
    static final int DAMAGED = 65;

    /** The server is unreachable or unavailable (EX_UNAVAILABLE). */
    static final int UNAVAILABLE = 69;

    /** The server rejects the request (EX_SOFTWARE). */
    static final int REFUSED = 70;

    /** A file cannot be written or read (EX_IOERR). */
    static final int FILES = 74;

    /** The client is not authenticated or not authorized (EX_NOPERM). */
    static final int FORBIDDEN = 77;

    private final int exitCode;

    CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
