package io.holdfast.core.resource;

import io.holdfast.core.history.History;
import io.holdfast.core.history.HoldTimes;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.QueueWait;

/** Estimates how long waiters will wait. No decision depends on an estimate. */
public final class WaitEstimates {

    private static final long MILLI_NANOS = 1_000_000;

    private final State state;
    private final History history;

    WaitEstimates(State state, History history) {
        this.state = state;
        this.history = history;
    }

    /** Returns how long a waiter at this position of the queue will wait from now. */
    public Estimate of(Resource resource, int position) {
        HoldTimes times = HoldTimes.of(history.find(resource.name()));
        return times == null ? Estimate.NONE : of(times, resource, position, state.nowNanos());
    }

    Estimate of(HoldTimes times, Resource resource, int position, long nowNanos) {
        Grant oldest = resource.firstGrant();
        long elapsed = oldest == null ? 0 : oldest.heldMillis(nowNanos, wallMillisAt(nowNanos));
        return times.wait(position, resource.capacity(), elapsed);
    }

    /** Returns the outcome of a wait that ended without a grant, with an estimate of a new one. */
    public Outcome.TimedOut timedOut(Resource resource) {
        Estimate estimate = of(resource, resource.queued() + 1);
        return estimate.known() ? new Outcome.TimedOut(estimate) : Outcome.TIMED_OUT;
    }

    /** Returns the place of a waiter. Beyond the limit of {@code visits} it is not counted. */
    public QueueWait queueWait(Waiter waiter, long nowNanos, Visits visits) {
        int position = 1;
        Waiter before = waiter.previous;
        while (before != null && visits.more()) {
            visits.row();
            position++;
            before = before.previous;
        }
        if (before != null) {
            return QueueWait.NONE;
        }
        Resource resource = waiter.resource;
        HoldTimes times = HoldTimes.of(history.find(resource.name()));
        Estimate estimate = times == null ? Estimate.NONE : of(times, resource, position, nowNanos);
        return new QueueWait(position, estimate);
    }

    /** Returns the wall clock at a log time after the last batch. */
    long wallMillisAt(long nowNanos) {
        return state.wallMillis() + (nowNanos - state.nowNanos()) / MILLI_NANOS;
    }
}
