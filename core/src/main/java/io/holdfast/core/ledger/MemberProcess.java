package io.holdfast.core.ledger;

import io.holdfast.core.value.Origin;

/** One process of a member. The calls and connections that it serves end with it. */
public record MemberProcess(String member, long incarnation, long number) {

    /** The process of a place that no call waits for. */
    public static final MemberProcess NONE = new MemberProcess("", 0, 0);

    /** Returns the same process, marked as ended. */
    MemberProcess ended() {
        return new MemberProcess(member, incarnation, NONE.number());
    }

    public boolean over() {
        return number == NONE.number();
    }

    public Origin origin(long sequence) {
        return new Origin(member, incarnation, sequence);
    }
}
