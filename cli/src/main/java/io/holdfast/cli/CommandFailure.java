package io.holdfast.cli;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

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

    /** Why something failed, in words for users: no class name. */
    static String reason(Exception problem) {
        return switch (problem) {
            case ConnectException _ -> "connection refused";
            case UnresolvedAddressException _, UnknownHostException _ -> "unknown host";
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException e -> Objects.requireNonNullElse(e.getReason(), "I/O error");
            default -> Objects.requireNonNullElse(problem.getMessage(), "I/O error");
        };
    }

    int exitCode() {
        return exitCode;
    }
}
