package io.holdfast.core.value;

/** A session's id: 128 random bits. It is a credential, so it is never printed. */
public record SessionId(long high, long low) {

    @Override
    public String toString() {
        return "SessionId[***]";
    }
}
