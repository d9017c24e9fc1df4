package io.holdfast.sim;

/** Thrown when a run violates an invariant. */
final class FoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FoundException(String message) {
        super(message);
    }

    FoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
