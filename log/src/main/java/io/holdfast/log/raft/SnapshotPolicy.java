package io.holdfast.log.raft;

import io.holdfast.log.Replica;

import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;

/**
 * Measures the log since the last snapshot, requests the next one from the replica when it is
 * worthwhile, and purges the log that a finished one covers. One snapshot at a time.
 */
final class SnapshotPolicy implements SnapshotWriter.Owner {

    /** The number of starts after which a snapshot is taken even if nothing else was written. */
    private static final int STARTS_MAX = 32;

    /** The log grows to at least this fraction of the state before the next snapshot. */
    private static final int STATE_SHARE = 4;

    private final RaftOptions options;
    private final Snapshots snapshots;
    private final RaftServer.Division division;
    private final long keptEntries;

    /** Since the last snapshot, or since the start if that was later. */
    private long bytes;

    private long entries;
    private boolean serving;
    private @Nullable SnapshotWriter writer;

    /** @param keptEntries the entries kept before a snapshot, for followers to catch up */
    SnapshotPolicy(
            RaftOptions options,
            Snapshots snapshots,
            RaftServer.Division division,
            long keptEntries) {
        this.options = options;
        this.snapshots = snapshots;
        this.division = division;
        this.keptEntries = keptEntries;
    }

    /**
     * Counts an applied batch; called by Ratis's updater thread, between two batches of the
     * replica.
     */
    void by(long index, int batchBytes, Replica replica) {
        SnapshotWriter due = null;
        synchronized (this) {
            bytes += batchBytes;
            entries++;
            if (pays() && serving && writer == null && index > snapshots.latestIndex()) {
                due = new SnapshotWriter(snapshots, this);
                writer = due;
                bytes = 0;
                entries = 0;
            }
        }
        if (due != null) {
            replica.snapshotDue(due);
        }
    }

    /**
     * Returns whether the log is long enough, both to replay and relative to the state: a large
     * state is not written again after every few batches.
     */
    private boolean pays() {
        boolean grown = bytes >= options.snapshotBytes() || entries >= options.snapshotEntries();
        return grown && bytes >= snapshots.latestBytes() / STATE_SHARE;
    }

    /** Enables snapshots after the replay; earlier ones would only delay the start. */
    synchronized void serve() {
        serving = true;
    }

    /**
     * Counts a start. Every start leaves an entry and a segment, and replaying that entry costs two
     * syncs, so starts count towards a snapshot.
     */
    synchronized void byStart() {
        entries += Math.max(1, options.snapshotEntries() / STARTS_MAX);
    }

    @Override
    public @Nullable TermIndex position(long index) {
        return division.getRaftLog().getTermIndex(index);
    }

    @Override
    public void completed(TermIndex position) {
        // Entries that Ratis has yet to apply must stay.
        long applied = division.getInfo().getLastAppliedIndex();
        long last = Math.min(position.getIndex() - keptEntries, applied);
        if (last >= 0) {
            division.getRaftLog().purge(last);
        }
        synchronized (this) {
            writer = null;
        }
    }

    @Override
    public synchronized void aborted() {
        writer = null;
    }

    void stop() {
        SnapshotWriter open;
        synchronized (this) {
            open = writer;
        }
        if (open != null) {
            open.stop();
        }
    }
}
