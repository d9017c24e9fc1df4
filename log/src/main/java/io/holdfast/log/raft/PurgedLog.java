package io.holdfast.log.raft;

import io.holdfast.log.snapshot.SnapshotFiles.Position;
import io.holdfast.log.snapshot.SnapshotPolicy;
import java.nio.file.Path;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;

/** Purges Ratis's log up to a finished snapshot. */
final class PurgedLog implements SnapshotPolicy.Log {

    private final Snapshots snapshots;
    private final RaftServer.Division division;
    private final long keptEntries;

    /** @param keptEntries the entries kept before a snapshot, for followers to catch up */
    PurgedLog(Snapshots snapshots, RaftServer.Division division, long keptEntries) {
        this.snapshots = snapshots;
        this.division = division;
        this.keptEntries = keptEntries;
    }

    @Override
    public @Nullable Position position(long index) {
        TermIndex found = division.getRaftLog().getTermIndex(index);
        return found == null ? null : new Position(found.getTerm(), found.getIndex());
    }

    @Override
    public void covered(Position position, Path file, byte[] digest) {
        snapshots.published(position, file, digest);
        // Entries that Ratis has yet to apply must stay.
        long applied = division.getInfo().getLastAppliedIndex();
        long last = Math.min(position.index() - keptEntries, applied);
        if (last >= 0) {
            division.getRaftLog().purge(last);
        }
    }
}
