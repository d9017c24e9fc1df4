package io.holdfast.server.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Why a file cannot be used, in words for users: no class name and no path, which they know. */
public final class FileProblems {

    private FileProblems() {}

    public static String reason(IOException problem) {
        return switch (problem) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            case NotDirectoryException _ -> "not a directory";
            case FileSystemException e -> Objects.requireNonNullElse(e.getReason(), "I/O error");
            default -> Objects.requireNonNullElse(problem.getMessage(), "I/O error");
        };
    }
}
