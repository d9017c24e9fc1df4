package io.holdfast.core.value;

/** The stored part of an agent token's digest, which suffices to recognize it. Never printed. */
public record TokenDigest(long high, long low) {

    @Override
    public String toString() {
        return "TokenDigest[***]";
    }
}
