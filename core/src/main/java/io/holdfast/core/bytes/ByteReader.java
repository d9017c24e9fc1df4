package io.holdfast.core.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of {@link ByteWriter} and validates all of them. */
public final class ByteReader {

    private final ByteBuffer bytes;
    private int format;

    public ByteReader(ByteBuffer bytes, int format) {
        this.bytes = bytes;
        this.format = format;
    }

    public int format() {
        return format;
    }

    /** Sets the format that the bytes declare. */
    public void format(int said) {
        format = said;
    }

    public boolean atEnd() {
        return !bytes.hasRemaining();
    }

    public int position() {
        return bytes.position();
    }

    public int get() {
        need(1);
        return bytes.get() & 0xFF;
    }

    public boolean getFlag() {
        int value = get();
        if (value > 1) {
            throw malformed("a flag must be 0 or 1: " + value);
        }
        return value == 1;
    }

    public long getLong() {
        need(8);
        return bytes.getLong();
    }

    /**
     * Reads a non-negative number. Only its shortest encoding is accepted, so each number has one
     * encoding.
     */
    public long getCount() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int next = get();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if (next == 0 && shift > 0) {
                    throw malformed("a number is not in its shortest encoding");
                }
                return value;
            }
        }
        throw malformed("a number is longer than nine bytes");
    }

    public int getInt(int max) {
        long value = getCount();
        if (value < 0 || value > max) {
            throw malformed("a number is not between 0 and " + max + ": " + value);
        }
        return (int) value;
    }

    public String getText() {
        int length = getInt(Integer.MAX_VALUE);
        need(length);
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    public @Nullable String getOptionalText() {
        return getFlag() ? getText() : null;
    }

    public @Nullable Blob getOptionalBlob() {
        if (!getFlag()) {
            return null;
        }
        int length = getInt(Integer.MAX_VALUE);
        need(length);
        byte[] value = new byte[length];
        bytes.get(value);
        return new Blob(value);
    }

    public <E> E getOne(E[] values) {
        return values[getInt(values.length - 1)];
    }

    public MalformedBytesException malformed(String why) {
        return new MalformedBytesException("byte " + bytes.position() + ": " + why);
    }

    private void need(int count) {
        if (bytes.remaining() < count) {
            throw malformed("the data is truncated");
        }
    }
}
