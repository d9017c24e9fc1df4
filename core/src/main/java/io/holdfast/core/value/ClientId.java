package io.holdfast.core.value;

/**
 * A client of the entities API: a digest of the id that it sent, because that id is a credential.
 * The digest is never printed either.
 */
public record ClientId(long high, long low) {

    @Override
    public String toString() {
        return "ClientId[***]";
    }
}
