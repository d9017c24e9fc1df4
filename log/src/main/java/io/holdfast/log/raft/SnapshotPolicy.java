package io.holdfast.log.raft;

import io.holdfast.log.Replica;

import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;

/**
 * Watches how much log there is since the last snapshot, asks the replica for the next one when it
 * pays, and drops the log that a finished one covers. One snapshot at a time.
 */
final class SnapshotPolicy implements SnapshotWriter.Owner {

    /** So many starts make a snapshot due even where nothing else was written. */
    private static final int STARTS_MAX = 32;

    /** The log grows to at least this part of the state before the state is written again. */
    private static final int STATE_SHARE = 4;

    private final RaftOptions options;
    private final Snapshots snapshots;
    private final RaftServer.Division division;
    private final long keptEntries;

    /** Since the last snapshot, or since the start where that was later. */
    private long bytes;

    private long entries;
    private boolean serving;
    private @Nullable SnapshotWriter writer;

    /** @param keptEntries how much of the log stays behind a snapshot, for others to catch up */
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
     * A batch was applied; called by Ratis's updater thread, between two batches of the replica.
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
     * Enough to replay, and enough beside the state itself: a large state is not written again for
     * every few batches.
     */
    private boolean pays() {
        boolean grown = bytes >= options.snapshotBytes() || entries >= options.snapshotEntries();
        return grown && bytes >= snapshots.latestBytes() / STATE_SHARE;
    }

    /** The log was replayed; before that a snapshot would only hold the start up. */
    synchronized void serve() {
        serving = true;
    }

    /**
     * The server was started once more. Every start leaves an entry and a segment, and replaying
     * that entry costs two syncs; so starts make a snapshot due as well.
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
        // What Ratis has yet to apply it must still find.
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
