package io.holdfast.core.bytes;

/** Bytes of a format that a later release writes: they are not damaged, but cannot be read here. */
public final class NewerFormatException extends MalformedBytesException {

    private static final long serialVersionUID = 1L;

    /** @param what the bytes, for the message: an entry of the log, a snapshot */
    public NewerFormatException(String what, int format, int formatMax) {
        super(what + " has format " + format + ", and this release reads formats up to " + formatMax
                + ". Start this member with the release that the other members run");
    }
}
