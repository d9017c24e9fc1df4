package io.holdfast.core.bytes;

/**
 * Thrown for bytes in the format of a later release: they are not damaged, but this release cannot
 * read them.
 */
public final class NewerFormatException extends MalformedBytesException {

    private static final long serialVersionUID = 1L;

    /** @param what names the bytes in the message: a log entry, a snapshot */
    public NewerFormatException(String what, int format, int formatMax) {
        super(what + " has format " + format + ", and this release reads formats up to " + formatMax
                + ". Start this member with the release that the other members run");
    }
}
