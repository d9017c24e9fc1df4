package io.holdfast.core.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * A growing buffer in the machine's own encoding: small numbers take few bytes, text is UTF-8 with
 * a length prefix.
 */
public final class ByteWriter {

    private final int format;
    private byte[] bytes;
    private int size;

    /** @param format the format to write, for types whose encoding depends on it */
    public ByteWriter(int capacity, int format) {
        this.format = format;
        bytes = new byte[capacity];
    }

    public int format() {
        return format;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public void addTo(Checksum sum) {
        sum.update(bytes, 0, size);
    }

    public void put(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void put(boolean value) {
        put(value ? 1 : 0);
    }

    public void put(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /** Writes eight bytes, for numbers that are as often large as small. */
    public void putLong(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /** Writes seven bits per byte, for non-negative numbers that are mostly small. */
    public void putCount(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void putText(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        putCount(text.length);
        put(text);
    }

    public void putOptionalText(@Nullable String value) {
        put(value != null);
        if (value != null) {
            putText(value);
        }
    }

    public void putOptionalBlob(@Nullable Blob value) {
        put(value != null);
        if (value != null) {
            putCount(value.size());
            put(value.bytes());
        }
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
