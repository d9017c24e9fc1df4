package io.holdfast.log;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;

import java.util.List;

/** Numbered batches, which a test can recognize. */
public final class Batches {

    private Batches() {}

    public static Batch numbered(long number) {
        return new Batch(number, 0, List.of());
    }

    /** Returns a batch of at least the given size. */
    public static Batch numbered(long number, int bytes) {
        ResourceName name = new ResourceName("tenant", Space.LOCKS, "k".repeat(bytes));
        SessionId session = new SessionId(number, number);
        Proposal proposal = new Proposal(
                new Origin("node", 1, number),
                Actor.MEMBER,
                null,
                new LocksCommand.Enqueue(name, KeyKind.LOCK, session, 1, 0, number, null));
        return new Batch(number, 0, List.of(proposal));
    }

    public static long number(Batch batch) {
        return batch.timeNanos();
    }
}
