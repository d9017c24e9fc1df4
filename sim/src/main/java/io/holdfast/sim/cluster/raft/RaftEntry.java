package io.holdfast.sim.cluster.raft;

import io.holdfast.core.command.Batch;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What one index of a member's log contains: batches, or the members from here on.
 *
 * @param batches empty if the entry has the members
 * @param members null if the entry has batches
 * @param appender the node that appended it as the leader; another process of the same member is
 *     another node
 * @param appendedNanos the simulated time at which the leader appended it
 */
public record RaftEntry(
        long index,
        long term,
        List<Batch> batches,
        @Nullable SortedSet<String> members,
        RaftNode appender,
        long appendedNanos) {}
