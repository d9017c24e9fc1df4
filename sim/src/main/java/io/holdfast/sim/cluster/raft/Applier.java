package io.holdfast.sim.cluster.raft;

import org.jspecify.annotations.Nullable;

/** Applies committed entries in their order, some time after they were committed. */
final class Applier {

    private final RaftNode node;
    private long committed;
    private long applied;
    private boolean applies;
    private boolean lags;
    private @Nullable StoredSnapshot awaited;

    Applier(RaftNode node) {
        this.node = node;
    }

    void start() {
        StoredSnapshot snapshot = node.store.snapshot();
        if (snapshot != null) {
            committed = snapshot.index();
            applied = snapshot.index();
            node.listener.restored(snapshot);
        }
    }

    long committed() {
        return committed;
    }

    long applied() {
        return applied;
    }

    void lag(boolean newLags) {
        lags = newLags;
        applyNext();
    }

    void commitUpTo(long index) {
        if (awaited != null) {
            return;
        }
        while (committed < index) {
            RaftEntry entry = node.store.at(committed + 1);
            if (entry == null) {
                break;
            }
            committed++;
            node.witness.committed(entry);
        }
        applyNext();
    }

    /** Applies nothing more until this snapshot, which is about to be stored, is restored. */
    void await(StoredSnapshot snapshot) {
        awaited = snapshot;
        committed = snapshot.index();
    }

    void restore(StoredSnapshot snapshot) {
        if (snapshot != awaited) {
            return;
        }
        awaited = null;
        applied = snapshot.index();
        node.listener.restored(snapshot);
        applyNext();
    }

    private void applyNext() {
        if (applies || lags || awaited != null || applied >= committed) {
            return;
        }
        applies = true;
        long max = node.options.applyNanosMax();
        node.process.after(max == 0 ? 0 : node.chance.between(0, max), () -> {
            applies = false;
            // Several at once, as a real member does that has fallen behind.
            while (!lags && awaited == null && applied < committed) {
                apply();
            }
        });
    }

    private void apply() {
        RaftEntry entry = node.store.at(applied + 1);
        if (entry == null) {
            throw new IllegalStateException("the model of Raft lost a committed entry");
        }
        applied++;
        node.listener.committed(entry);
        node.applied(entry);
    }
}
