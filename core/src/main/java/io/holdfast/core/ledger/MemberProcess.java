package io.holdfast.core.ledger;

import io.holdfast.core.command.Origin;

/** One process of one node: what it serves ends with it. */
public record MemberProcess(String node, long incarnation, long number) {

    /** The life of a place in line that no call waits for. */
    public static final MemberProcess NONE = new MemberProcess("", 0, 0);

    /** The same process, now that it is over. */
    MemberProcess ended() {
        return new MemberProcess(node, incarnation, NONE.number());
    }

    public boolean over() {
        return number == NONE.number();
    }

    public Origin origin(long sequence) {
        return new Origin(node, incarnation, sequence);
    }
}
