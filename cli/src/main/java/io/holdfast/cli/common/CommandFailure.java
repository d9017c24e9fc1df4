package io.holdfast.cli.common;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** A failed command: the message for the user, and the exit code. */
public final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailure(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode.number();
    }

    /** Returns the failure to reach a server, with what the user can do. */
    public static CommandFailure unreachable(String why) {
        String advice = why.endsWith("authority")
                ? ". Set --ca or HOLDFAST_CA to the authority's certificate"
                : ". Is the server running? Set --server or HOLDFAST_URL";
        return new CommandFailure(ExitCode.UNAVAILABLE, why + advice);
    }

    /** Returns why something failed, in words for users: no class name. */
    public static String reason(Exception problem) {
        return switch (problem) {
            case ConnectException _ -> "connection refused";
            case UnresolvedAddressException _, UnknownHostException _ -> "unknown host";
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException e -> Objects.requireNonNullElse(e.getReason(), "I/O error");
            default -> Objects.requireNonNullElse(problem.getMessage(), "I/O error");
        };
    }

    public int exitCode() {
        return exitCode;
    }
}
