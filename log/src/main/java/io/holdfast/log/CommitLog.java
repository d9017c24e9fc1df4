package io.holdfast.log;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How decisions last: a log of batches in one order. What the replica hears as committed is as
 * durable as the implementation promises, and is heard again after a restart.
 */
public interface CommitLog extends AutoCloseable {

    /**
     * Brings the replica to the newest state on disk (the snapshot first, then every committed
     * batch after it) and returns once proposals are taken. Until it returns the replica is called
     * on this thread or on one other thread, never on two at once.
     *
     * @throws IOException where the files cannot be read or are damaged in a place that was
     *     acknowledged; the message says which file, where, and what to do
     */
    void open(Replica replica) throws IOException;

    /**
     * Hands a batch over; never blocks. Batches are committed in the order of the calls. After a
     * failure none is committed any more, and the replica was told so.
     */
    void propose(Batch batch);

    /** How many batches may be proposed and not yet committed before it pays to gather them. */
    int inFlightMax();

    /** The group that the log is shared with; null where this node is alone. */
    default @Nullable Group group() {
        return null;
    }

    /** Who belongs to the group that the log is shared with. */
    default GroupControl control() {
        return SingleMemberGroup.IN_MEMORY;
    }

    /** Why peers are not connected; empty for a log without peers. Asked at any time. */
    default List<PeerProblems.Problem> peerProblems() {
        return List.of();
    }

    /** Waits for what is under way, then closes the files. */
    @Override
    void close();
}
