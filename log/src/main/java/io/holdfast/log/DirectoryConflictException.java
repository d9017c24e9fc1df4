package io.holdfast.log;

import java.io.IOException;

/**
 * A data directory conflicts with the server's settings or with its group. No file was changed. The
 * message says what an operator can do.
 */
public final class DirectoryConflictException extends IOException {

    private static final long serialVersionUID = 1L;

    public DirectoryConflictException(String message) {
        super(message);
    }
}
