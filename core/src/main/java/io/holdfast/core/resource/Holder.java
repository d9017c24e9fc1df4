package io.holdfast.core.resource;

import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.state.Row;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The owner of grants and queued waiters. They end together with the holder. */
public abstract class Holder extends Row {

    @Nullable
    Grant firstGrant;

    @Nullable
    Waiter firstWaiter;

    protected Holder(long number) {
        super(number);
    }

    /** Returns whether it has expired by then, even if its end has not been applied yet. */
    public abstract boolean overAt(long nowNanos);

    /**
     * Returns the process without which the holder ends, or {@link MemberProcess#NONE} if any
     * process can serve it.
     */
    public MemberProcess life() {
        return MemberProcess.NONE;
    }

    /**
     * Returns whether it keeps lists of its grants and waiters, because they may have to end with
     * it.
     */
    boolean listed() {
        return true;
    }

    /** Counts a grant or a waiter that was added to its lists, or removed from them. */
    protected void counted(int change) {
        // Only sessions have a limit.
    }

    /** Returns whether one of its calls is waiting. This is rarely needed, so no count is kept. */
    public final boolean inCall() {
        Waiter waiter = firstWaiter;
        while (waiter != null && !waiter.parked) {
            waiter = waiter.nextOfHolder;
        }
        return waiter != null;
    }

    /** Returns the owner of its grants that do not name one; null if it has no name. */
    public @Nullable String owner() {
        return null;
    }

    /** Returns its grants in fence order. The order of the list itself has no meaning. */
    public final Grant[] grants() {
        int count = 0;
        for (Grant grant = firstGrant; grant != null; grant = grant.nextOfHolder) {
            count++;
        }
        Grant[] all = new Grant[count];
        for (Grant grant = firstGrant; grant != null; grant = grant.nextOfHolder) {
            all[--count] = grant;
        }
        Arrays.sort(all, Comparator.comparingLong(Grant::number));
        return all;
    }

    /** Returns its waiters in order of arrival. */
    public final Waiter[] waiters() {
        int count = 0;
        for (Waiter waiter = firstWaiter; waiter != null; waiter = waiter.nextOfHolder) {
            count++;
        }
        Waiter[] all = new Waiter[count];
        for (Waiter waiter = firstWaiter; waiter != null; waiter = waiter.nextOfHolder) {
            all[--count] = waiter;
        }
        Arrays.sort(all, Comparator.comparingLong(Waiter::number));
        return all;
    }

    /** Returns one of its grants, or its only one. */
    public final @Nullable Grant anyGrant() {
        return firstGrant;
    }

    /** Returns one of its waiters, or its only one. */
    public final @Nullable Waiter anyWaiter() {
        return firstWaiter;
    }

    final void add(Grant grant) {
        counted(1);
        grant.previousOfHolder = null;
        grant.nextOfHolder = firstGrant;
        if (firstGrant != null) {
            firstGrant.previousOfHolder = grant;
        }
        firstGrant = grant;
    }

    final void remove(Grant grant) {
        counted(-1);
        Grant previous = grant.previousOfHolder;
        Grant next = grant.nextOfHolder;
        if (previous == null) {
            firstGrant = next;
        } else {
            previous.nextOfHolder = next;
        }
        if (next != null) {
            next.previousOfHolder = previous;
        }
    }

    final void add(Waiter waiter) {
        counted(1);
        waiter.previousOfHolder = null;
        waiter.nextOfHolder = firstWaiter;
        if (firstWaiter != null) {
            firstWaiter.previousOfHolder = waiter;
        }
        firstWaiter = waiter;
    }

    final void remove(Waiter waiter) {
        counted(-1);
        Waiter previous = waiter.previousOfHolder;
        Waiter next = waiter.nextOfHolder;
        if (previous == null) {
            firstWaiter = next;
        } else {
            previous.nextOfHolder = next;
        }
        if (next != null) {
            next.previousOfHolder = previous;
        }
    }
}
