package io.holdfast.cli;

/** Why a command cannot be done, in words for whoever typed it, and the code it ends with. */
final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** The command line is wrong (EX_USAGE). */
    static final int USAGE = 64;

    /** What came is not what was sent (EX_DATAERR). */
    static final int DAMAGED = 65;

    /** There is no server, or it cannot do it now (EX_UNAVAILABLE). */
    static final int UNAVAILABLE = 69;

    /** The server does not do it, whoever asks and whenever (EX_SOFTWARE). */
    static final int REFUSED = 70;

    /** A file cannot be written or read (EX_IOERR). */
    static final int FILES = 74;

    /** The server does not do it for whoever asks (EX_NOPERM). */
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
