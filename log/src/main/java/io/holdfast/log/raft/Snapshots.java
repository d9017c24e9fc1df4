package io.holdfast.log.raft;

import io.holdfast.log.Replica;
import io.holdfast.log.snapshot.SnapshotFiles;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.jspecify.annotations.Nullable;

/** The snapshots of a member, which are also reported to Ratis for members that lag behind. */
final class Snapshots {

    private final SnapshotFiles files;
    private final SimpleStateMachineStorage ratis = new SimpleStateMachineStorage();

    private Snapshots(SnapshotFiles files) {
        this.files = files;
    }

    static Snapshots in(Path directory) throws IOException {
        return new Snapshots(SnapshotFiles.in(directory));
    }

    SnapshotFiles files() {
        return files;
    }

    SimpleStateMachineStorage ratis() {
        return ratis;
    }

    @Nullable
    TermIndex restored() {
        Position position = files.latest();
        return position == null ? null : termIndex(position);
    }

    long latestIndex() {
        return files.latestIndex();
    }

    void restore(Replica replica) throws IOException {
        files.restore(replica);
    }

    private static TermIndex termIndex(Position position) {
        return TermIndex.valueOf(position.term(), position.index());
    }

    /**
     * Makes another member's snapshot, which was put into the directory, durable and the newest.
     */
    void installed() throws IOException {
        files.installed();
        ratis.loadLatestSnapshot();
    }

    /** Reports a finished snapshot to Ratis. */
    void published(Position position, Path file, byte[] digest) {
        ratis.updateLatestSnapshot(new SingleFileSnapshotInfo(
                new FileInfo(file, MD5Hash.newInstance(digest)), termIndex(position)));
    }
}
