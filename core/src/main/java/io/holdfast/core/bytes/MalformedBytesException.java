package io.holdfast.core.bytes;

/** Thrown for bytes that this version did not write: they are damaged or of a newer version. */
public class MalformedBytesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MalformedBytesException(String message) {
        super(message);
    }
}
