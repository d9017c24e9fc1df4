package io.holdfast.log.raft;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one of its nodes sees it.
 *
 * @param node the node that was asked
 * @param leader null where this node knows of none
 * @param committedIndex how far this node knows the log to be committed
 * @param appliedIndex how far this node has applied it
 */
public record ClusterStatus(
        UUID cluster,
        String node,
        @Nullable String leader,
        long term,
        long committedIndex,
        long appliedIndex,
        List<Member> members) {

    /**
     * One node of the cluster.
     *
     * @param committedIndex how far it was last known to know the log committed
     * @param silentMillis how long the leader has not heard of it; minus one where the node that
     *     was asked does not lead
     */
    public record Member(String name, String address, long committedIndex, long silentMillis) {}

    public ClusterStatus {
        members = List.copyOf(members);
    }

    public boolean leads() {
        return node.equals(leader);
    }
}
