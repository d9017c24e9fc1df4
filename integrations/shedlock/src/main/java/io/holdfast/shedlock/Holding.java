package io.holdfast.shedlock;

import io.holdfast.client.FixedLease;

import org.jspecify.annotations.Nullable;

/** A lock from when it was taken to its end. Its extensions share it. */
final class Holding {

    private final FixedLease lease;

    /** How long it lasts; null after it was unlocked. */
    private volatile @Nullable Term term;

    Holding(FixedLease lease) {
        this.lease = lease;
    }

    FixedLease lease() {
        return lease;
    }

    void lastsFor(Term next) {
        term = next;
    }

    void end() {
        term = null;
    }

    boolean isOver() {
        Term current = term;
        return current == null || current.leftAtMost().isZero();
    }
}
