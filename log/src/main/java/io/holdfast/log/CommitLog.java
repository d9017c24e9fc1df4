package io.holdfast.log;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A durable, totally ordered log of batches. A batch that was reported to the replica as committed
 * is as durable as the implementation promises, and is replayed after a restart.
 */
public interface CommitLog extends AutoCloseable {

    /**
     * Brings the replica to the newest state on disk (first the snapshot, then every committed
     * batch after it) and returns once proposals are accepted. Until it returns, the replica is
     * called on this thread or on one other thread, never on two at once.
     *
     * @throws IOException if the files cannot be read, or acknowledged data is damaged; the message
     *     names the file, the offset and the remedy
     */
    void open(Replica replica) throws IOException;

    /**
     * Proposes a batch; never blocks. Batches are committed in the order of the calls. After a
     * failure, which is reported to the replica, no further batch is committed.
     */
    void propose(Batch batch);

    /** Returns how many batches may be in flight before it is more efficient to gather commands. */
    int inFlightMax();

    /**
     * Returns a number for the member's next process: at least the given one, and greater than
     * every number that was ever returned for the same files. It is stored durably before this
     * method returns, because the log may not contain the start of the earlier process, and a wall
     * clock may be set back. A log without files stores nothing: its member starts anew.
     *
     * @throws IOException if the number cannot be stored; it must not be used then
     */
    default long nextIncarnation(long atLeast) throws IOException {
        return atLeast;
    }

    /** Returns the group that shares the log; null for a single member. */
    default @Nullable Group group() {
        return null;
    }

    /** Returns the control interface of the group that shares the log. */
    default GroupControl control() {
        return SingleMemberGroup.IN_MEMORY;
    }

    /** Returns why peers are not connected; empty for a log without peers. Any thread. */
    default List<PeerProblems.Problem> peerProblems() {
        return List.of();
    }

    /** Waits for batches in flight, then closes the files. */
    @Override
    void close();
}
