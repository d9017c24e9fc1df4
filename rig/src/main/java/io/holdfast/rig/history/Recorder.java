package io.holdfast.rig.history;

import io.holdfast.rig.history.Result.Granted;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Records the clients' operations. Thread-safe. */
public final class Recorder {

    private final ConcurrentLinkedQueue<Operation> operations = new ConcurrentLinkedQueue<>();
    private final LongAdder count = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder grants = new LongAdder();
    private final LongAdder turns = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private volatile long lastGrantInvokedNanos = Long.MIN_VALUE;

    public void add(Operation operation) {
        operations.add(operation);
        count.increment();
        if (operation.result() instanceof Granted) {
            grants.increment();
            noteGrant(operation.invokedNanos());
        } else if (operation.result() instanceof Result.Unknown) {
            unknown.increment();
        }
    }

    private synchronized void noteGrant(long invokedNanos) {
        lastGrantInvokedNanos = Math.max(lastGrantInvokedNanos, invokedNanos);
    }

    /** Returns when the latest request that led to a grant was sent. */
    public long lastGrantInvokedNanos() {
        return lastGrantInvokedNanos;
    }

    public List<Operation> operations() {
        return new ArrayList<>(operations);
    }

    public long count() {
        return count.sum();
    }

    public long unknown() {
        return unknown.sum();
    }

    public long grants() {
        return grants.sum();
    }

    /** Counts a grant of a resource that several clients compete for. */
    public void addTurn() {
        turns.increment();
    }

    public long turns() {
        return turns.sum();
    }

    /** Counts an old request that was sent again, with the same request id and answer. */
    public void addRepeat() {
        repeats.increment();
    }

    public long repeats() {
        return repeats.sum();
    }
}
