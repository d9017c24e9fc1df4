package io.holdfast.core.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Where the answer of one call is wanted.
 *
 * @param remembered the ledger's row for it, where the client gave the request an id
 */
public record CallSite(
        MemberProcess life, long sequence, @Nullable RequestRecord remembered) {

    boolean same(CallSite other) {
        return sequence == other.sequence && life.number() == other.life.number();
    }
}
