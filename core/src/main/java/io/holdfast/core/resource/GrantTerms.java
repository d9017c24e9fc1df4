package io.holdfast.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * The properties of a grant that is made now or after a wait.
 *
 * @param saltHigh the upper half of a 128-bit secret; zero if the salt alone is sufficient
 */
public record GrantTerms(
        Holder holder, @Nullable String owner, long saltHigh, long salt, long ttlNanos) {

    /** Creates the terms of a grant whose token is its fence and 64 random bits. */
    public GrantTerms(Holder holder, @Nullable String owner, long salt, long ttlNanos) {
        this(holder, owner, 0, salt, ttlNanos);
    }

    /** Omits the salt, which is half of a token. */
    @Override
    public String toString() {
        return "GrantTerms[holder=" + holder.number() + ", ttlNanos=" + ttlNanos + "]";
    }
}
