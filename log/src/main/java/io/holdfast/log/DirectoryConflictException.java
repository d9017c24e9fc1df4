package io.holdfast.log;

import java.io.IOException;

/**
 * A data directory contradicts what the server was started with, or what its group knows. Nothing
 * was changed; the message says what an operator can do.
 */
public final class DirectoryConflictException extends IOException {

    private static final long serialVersionUID = 1L;

    public DirectoryConflictException(String message) {
        super(message);
    }
}
