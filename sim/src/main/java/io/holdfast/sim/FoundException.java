package io.holdfast.sim;

/** A run showed something that must not be. */
final class FoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FoundException(String message) {
        super(message);
    }

    FoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
