package io.holdfast.log.snapshot;

import io.holdfast.log.LogOptions;
import io.holdfast.log.Replica;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Measures the log since the last snapshot, requests the next one from the replica when it is
 * worthwhile, and reports a finished one to the log. One snapshot at a time.
 */
public final class SnapshotPolicy {

    /** The log grows to at least this fraction of the state before the next snapshot. */
    private static final int STATE_SHARE = 4;

    private final LogOptions options;
    private final SnapshotFiles snapshots;
    private final Log log;

    /** Since the last snapshot, or since the start if that was later. */
    private long bytes;

    private long entries;
    private boolean serving;
    private @Nullable SnapshotWriter writer;

    /** The log that snapshots bound; called on the thread that writes the snapshot. */
    public interface Log {

        /** Returns the position of an index in the log; null if the log does not have it. */
        @Nullable
        Position position(long index);

        /**
         * Reports a durable snapshot; the log up to it may be deleted.
         *
         * @param digest the MD5 digest of the file
         */
        void covered(Position position, Path file, byte[] digest) throws IOException;

        /** Reports that a snapshot was aborted; a later one may succeed. */
        default void aborted(Throwable cause) {}
    }

    public SnapshotPolicy(LogOptions options, SnapshotFiles snapshots, Log log) {
        this.options = options;
        this.snapshots = snapshots;
        this.log = log;
    }

    /** Counts an applied batch; called by the thread that applies, between two batches. */
    public void by(long index, int batchBytes, Replica replica) {
        SnapshotWriter due = null;
        synchronized (this) {
            bytes += batchBytes;
            entries++;
            if (pays() && serving && writer == null && index > snapshots.latestIndex()) {
                due = begin();
            }
        }
        if (due != null) {
            replica.snapshotDue(due);
        }
    }

    /** Requests a snapshot now. */
    public void request(Replica replica) {
        SnapshotWriter due;
        synchronized (this) {
            due = begin();
        }
        replica.snapshotDue(due);
    }

    private SnapshotWriter begin() {
        SnapshotWriter due = new SnapshotWriter(snapshots, new Progress());
        writer = due;
        bytes = 0;
        entries = 0;
        return due;
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
    public synchronized void serve() {
        serving = true;
    }

    /** Aborts a snapshot that is being written, because the log closes. */
    public void stop() {
        SnapshotWriter open;
        synchronized (this) {
            open = writer;
        }
        if (open != null) {
            open.stop();
        }
    }

    private synchronized void ended() {
        writer = null;
    }

    private final class Progress implements SnapshotWriter.Owner {

        @Override
        public @Nullable Position position(long index) {
            return log.position(index);
        }

        @Override
        public void completed(Position position, Path file, byte[] digest) throws IOException {
            log.covered(position, file, digest);
            ended();
        }

        @Override
        public void aborted(Throwable cause) {
            ended();
            log.aborted(cause);
        }
    }
}
