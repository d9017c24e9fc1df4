package io.holdfast.core.command;

/**
 * A client of entity locks: a digest of the id that it gave, because whoever knows the id may act
 * as its client. Never printed all the same.
 */
public record ClientId(long high, long low) {

    @Override
    public String toString() {
        return "ClientId[***]";
    }
}
