package io.holdfast.core.command;

/** What is kept of an agent's token: enough of its digest to know it again. Never printed. */
public record TokenDigest(long high, long low) {

    @Override
    public String toString() {
        return "TokenDigest[***]";
    }
}
