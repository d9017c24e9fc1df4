package io.holdfast.core.bytes;

/** Bytes that this version did not write: damaged, or of a newer version. */
public class MalformedBytesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MalformedBytesException(String message) {
        super(message);
    }
}
