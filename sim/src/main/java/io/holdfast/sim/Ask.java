package io.holdfast.sim;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;

/**
 * A step of the driver, with references instead of values: a token is named by the call that got
 * it, so that a list of steps stays meaningful after others were removed from it.
 */
sealed interface Ask {

    /**
     * The way of a client's request: the member that it goes through, and the call that it repeats.
     */
    record Way(int member, int request, int body) {

        static final int NO_REQUEST = -1;
    }

    /** A key as the caller uses it. */
    record Key(int number, KeyKind kind, int limit) {}

    record Open(int session, boolean connected, int address, Way way) implements Ask {}

    record Close(int session, Way way) implements Ask {}

    record Touch(int session, Way way) implements Ask {}

    record Acquire(Key key, int session, long waitNanos, long ttlNanos, Way way) implements Ask {}

    record Enqueue(Key key, int session, long ttlNanos, Way way) implements Ask {}

    record Await(Key key, int session, long waitNanos, Way way) implements Ask {}

    /**
     * A negative {@code tokenOf} means a forged token: the fence of that call's grant with another
     * secret.
     */
    record Release(Key key, int session, int tokenOf, Way way) implements Ask {}

    record Renew(Key key, int session, int tokenOf, long ttlNanos, Way way) implements Ask {}

    /** The client of that call hung up. {@code undelivered} means that its grant was on the way. */
    record HangUp(int call, boolean undelivered) implements Ask {}

    record Start(int member, boolean again, long downNanos, long floor) implements Ask {}

    record Lose(int member, int via, long sinceNanos) implements Ask {}

    record Drain(int member, boolean closing) implements Ask {}

    record Configure(Settings settings, int via) implements Ask {}

    /** From here on every member reads the newest format. */
    record RaiseFormat(int via) implements Ask {}

    /** A member's memory budget for the state. */
    record StateMemory(int via, long bytesMax) implements Ask {}

    /** A request of the pools API. A lease is named by the borrow call that got it. */
    sealed interface Pools extends Ask {

        int pool();

        Way way();

        record Put(int pool, int count, boolean mayCreate, Way way) implements Pools {}

        record Delete(int pool, Way way) implements Pools {}

        record Borrow(int pool, long waitNanos, long ttlNanos, Way way) implements Pools {}

        record Return(int pool, int leaseOf, Way way) implements Pools {}
    }

    /** A request of the claims API. Ids are assigned in sequence, so a number is used as it is. */
    sealed interface Claims extends Ask {

        Way way();

        record Create(int resource, long ttlNanos, int creator, int dataBytes, Way way)
                implements Claims {}

        /** Like a creation, but refused instead of queued. */
        record Take(int resource, long ttlNanos, int creator, int dataBytes, Way way)
                implements Claims {}

        /** A negative {@code onlyOf} means that any creator's claim may be changed. */
        record Prolong(long id, int onlyOf, long ttlNanos, Way way) implements Claims {}

        record Move(long id, int onlyOf, ClaimStatus to, Way way) implements Claims {}
    }

    /** A request of the entities API, used as it is: it has few names and no secrets here. */
    record Entities(EntitiesCommand<?> command, Way way) implements Ask {}

    /** A request of the nodes API, used as it is. */
    record Nodes(NodesCommand<?> command, Way way) implements Ask {}

    /** Breaks a grant of any API, by its fence. */
    record Break(ResourceName name, long fence, Way way) implements Ask {}

    /** Lets time pass without a command. */
    record Tick() implements Ask {}

    /** Restores the second replica from a snapshot of the first. */
    record Restore() implements Ask {}

    /** Begins a snapshot, which is written in pieces between batches. */
    record Snapshot(int pieceBytes) implements Ask {}
}
