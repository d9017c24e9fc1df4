package io.holdfast.core.value;

/** A lease of a pool: the bits of its UUID, which suffice to return it. Never printed. */
public record LeaseId(long high, long low) {

    @Override
    public String toString() {
        return "LeaseId[***]";
    }
}
