package io.holdfast.sim;

import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.KeyKind;
import io.holdfast.core.command.ResourceName;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.WorkCommand;

/**
 * What the driver does, in names rather than values: a token is named by the call that got it, so
 * that a list of asks still means something after others were taken out of it.
 */
sealed interface Ask {

    /** How a client's request travels: through which node, and as a repeat of which call. */
    record Way(int node, int request, int body) {

        static final int NO_REQUEST = -1;
    }

    /** A key as the caller takes it. */
    record Key(int number, KeyKind kind, int limit) {}

    record Open(int session, boolean connected, int address, Way way) implements Ask {}

    record Close(int session, Way way) implements Ask {}

    record Touch(int session, Way way) implements Ask {}

    record Acquire(Key key, int session, long waitNanos, long ttlNanos, Way way) implements Ask {}

    record Enqueue(Key key, int session, long ttlNanos, Way way) implements Ask {}

    record Await(Key key, int session, long waitNanos, Way way) implements Ask {}

    /** A negative {@code tokenOf} is a forgery: the fence of that call's grant, another secret. */
    record Release(Key key, int session, int tokenOf, Way way) implements Ask {}

    record Renew(Key key, int session, int tokenOf, long ttlNanos, Way way) implements Ask {}

    /** The client of that call hung up; {@code undelivered} where its grant was on the way. */
    record HangUp(int call, boolean undelivered) implements Ask {}

    record Start(int node, boolean again, long downNanos, long floor) implements Ask {}

    record Lose(int node, int via, long sinceNanos) implements Ask {}

    record Drain(int node, boolean closing) implements Ask {}

    record Configure(Settings settings, int via) implements Ask {}

    /** Every member reads the newest format from here on. */
    record RaiseFormat(int via) implements Ask {}

    /** What is asked of pools; a lease is named by the borrow that got it. */
    sealed interface Pools extends Ask {

        int pool();

        Way way();

        record Put(int pool, int count, boolean mayCreate, Way way) implements Pools {}

        record Delete(int pool, Way way) implements Pools {}

        record Borrow(int pool, long waitNanos, long ttlNanos, Way way) implements Pools {}

        record Return(int pool, int leaseOf, Way way) implements Pools {}
    }

    /** What is asked of claims; ids are counted, so that a number is as good a name as any. */
    sealed interface Claims extends Ask {

        Way way();

        record Create(int resource, long ttlNanos, int creator, int dataBytes, Way way)
                implements Claims {}

        /** {@code onlyOf} is negative where anyone's claim may be changed. */
        record Prolong(long id, int onlyOf, long ttlNanos, Way way) implements Claims {}

        record Move(long id, int onlyOf, ClaimStatus to, Way way) implements Claims {}
    }

    /** What is asked of entities, as it is: few names, and nothing in it is secret here. */
    record Entities(EntitiesCommand command, Way way) implements Ask {}

    /** What is asked of work nodes, as it is. */
    record Nodes(WorkCommand command, Way way) implements Ask {}

    /** A grant of any API is broken, by its fence. */
    record Break(ResourceName name, long fence, Way way) implements Ask {}

    /** Only lets time pass. */
    record Tick() implements Ask {}

    /** The second replica goes on from a snapshot of the first. */
    record Restore() implements Ask {}

    /** A snapshot begins, and is written piece by piece while batches go on. */
    record Snapshot(int pieceBytes) implements Ask {}
}
