package io.holdfast.log.journal;

import io.holdfast.log.LogOptions;
import io.holdfast.log.Replica;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.journal.JournalFiles.JournalFile;
import io.holdfast.log.snapshot.SnapshotFiles;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import io.holdfast.log.snapshot.SnapshotPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A journal whose whole content is in its newest snapshot, to be continued by another log. */
public final class RetiringJournal {

    private final SnapshotFiles snapshots;
    private final long lastIndex;

    private RetiringJournal(SnapshotFiles snapshots, long lastIndex) {
        this.snapshots = snapshots;
        this.lastIndex = lastIndex;
    }

    /**
     * Brings the replica to the newest state of the journal, and writes that state as a snapshot
     * unless there is one. The journal stays valid.
     */
    public static RetiringJournal snapshot(DataDirectory files, Identity identity, Replica replica)
            throws IOException {
        JournalFiles disk = new DiskFiles(files.journal());
        SnapshotFiles snapshots = SnapshotFiles.in(files.journal());
        Recovery.Recovered recovered =
                JournalLog.replayed(files, disk, snapshots, identity, replica);
        JournalFile open = recovered.open();
        if (open != null) {
            open.close();
        }
        if (recovered.last() > Math.max(snapshots.latestIndex(), 0)) {
            write(snapshots, recovered.last(), replica);
        }
        return new RetiringJournal(snapshots, recovered.last());
    }

    private static void write(SnapshotFiles snapshots, long index, Replica replica)
            throws IOException {
        Written written = new Written();
        LogOptions always = LogOptions.DEFAULT.withSnapshotsAfter(1, 1);
        SnapshotPolicy policy = new SnapshotPolicy(always, snapshots, written);
        policy.request(replica);
        try {
            written.done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            policy.stop();
            throw new IOException("Interrupted while writing the state", e);
        } catch (ExecutionException e) {
            throw new IOException("The state of the journal could not be written", e.getCause());
        }
        if (snapshots.latestIndex() != index) {
            throw new IOException("The snapshot ends at entry " + snapshots.latestIndex()
                    + ", and the journal at entry " + index);
        }
    }

    /** Waits for a snapshot. */
    private static final class Written implements SnapshotPolicy.Log {

        private final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public @Nullable Position position(long index) {
            return new Position(0, index);
        }

        @Override
        public void covered(Position position, Path file, byte[] digest) {
            done.complete(null);
        }

        @Override
        public void aborted(Throwable cause) {
            done.completeExceptionally(cause);
        }
    }

    /** Returns the last index of the journal. */
    public long lastIndex() {
        return lastIndex;
    }

    /** Copies the snapshot, if the journal has any entry, to the directory durably. */
    public void copyTo(Path directory) throws IOException {
        if (lastIndex > 0) {
            snapshots.copyLatest(directory);
        }
    }
}
