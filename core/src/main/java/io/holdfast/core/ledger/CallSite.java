package io.holdfast.core.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The call that is to get an answer.
 *
 * @param remembered the ledger's record of the request, if the client gave it an id
 */
public record CallSite(
        MemberProcess life, long sequence, @Nullable RequestRecord remembered) {

    boolean same(CallSite other) {
        return sequence == other.sequence && life.number() == other.life.number();
    }
}
