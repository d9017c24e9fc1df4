package io.holdfast.core.resource;

import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Row;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Whoever holds grants and stands in lines. What it has ends with it. */
public abstract class Holder extends Row {

    @Nullable
    Grant firstGrant;

    @Nullable
    Waiter firstWaiter;

    protected Holder(long number) {
        super(number);
    }

    /** Whether it counts as gone by then although nobody has said so yet. */
    public abstract boolean overAt(long nowNanos);

    /** The process without which it is gone, or {@link MemberProcess#NONE} if any may serve it. */
    public MemberProcess life() {
        return MemberProcess.NONE;
    }

    /** Whether it has lists of its grants and places, because they may have to end with it. */
    boolean listed() {
        return true;
    }

    /** Whether a call waits at this moment. Rarely asked, so that no count is kept of it. */
    public final boolean inCall() {
        Waiter waiter = firstWaiter;
        while (waiter != null && !waiter.parked) {
            waiter = waiter.nextOfHolder;
        }
        return waiter != null;
    }

    /** Its grants in the order of their fences; the order of the list itself means nothing. */
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

    /** Its waiters in the order in which they came. */
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

    /** One of its grants; the only one where it can have no more. */
    public final @Nullable Grant anyGrant() {
        return firstGrant;
    }

    /** One of its places in line; the only one where it can have no more. */
    public final @Nullable Waiter anyWaiter() {
        return firstWaiter;
    }

    final void add(Grant grant) {
        grant.previousOfHolder = null;
        grant.nextOfHolder = firstGrant;
        if (firstGrant != null) {
            firstGrant.previousOfHolder = grant;
        }
        firstGrant = grant;
    }

    final void remove(Grant grant) {
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
        waiter.previousOfHolder = null;
        waiter.nextOfHolder = firstWaiter;
        if (firstWaiter != null) {
            firstWaiter.previousOfHolder = waiter;
        }
        firstWaiter = waiter;
    }

    final void remove(Waiter waiter) {
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

    /** Checks that what it has is its own; {@code Findings} are what inspections write down. */
    public final void inspect(Findings findings) {
        KernelInspection.check(this, findings);
    }
}
