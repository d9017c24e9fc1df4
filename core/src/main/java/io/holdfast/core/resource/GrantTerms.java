package io.holdfast.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * What a grant will be made of, whether it is made now or after a wait.
 *
 * @param saltHigh the upper half of a secret of 128 bits; zero where the salt alone is enough
 */
public record GrantTerms(Holder holder, @Nullable String owner, long saltHigh, long salt, long ttlNanos) {

    /** A wish for a grant whose fence and 64 random bits are proof enough. */
    public GrantTerms(Holder holder, @Nullable String owner, long salt, long ttlNanos) {
        this(holder, owner, 0, salt, ttlNanos);
    }

    /** Without the salt, which is half of a token. */
    @Override
    public String toString() {
        return "GrantTerms[holder=" + holder.number() + ", ttlNanos=" + ttlNanos + "]";
    }
}
