package io.holdfast.core.bytes;

import java.util.Arrays;

/**
 * A value of a client, which the machine stores without interpreting it. The bytes must not be
 * changed after construction.
 */
public record Blob(byte[] bytes) {

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blob(byte[] others) && Arrays.equals(bytes, others);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Omits the bytes, which may be confidential. */
    @Override
    public String toString() {
        return "Blob[" + bytes.length + " bytes]";
    }
}
