package io.holdfast.core.bytes;

import java.util.Arrays;

/**
 * A user's own value, which the machine keeps and never looks into. Nobody may change the bytes
 * once they are in here.
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

    /** Without the bytes, which are the user's own. */
    @Override
    public String toString() {
        return "Blob[" + bytes.length + " bytes]";
    }
}
