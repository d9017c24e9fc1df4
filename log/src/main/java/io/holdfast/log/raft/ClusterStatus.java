package io.holdfast.log.raft;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one of its members sees it.
 *
 * @param node the member that was asked
 * @param leader null if unknown to this member
 * @param committedIndex the last committed index that this member knows
 * @param appliedIndex the last index that this member has applied
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
     * One member of the cluster.
     *
     * @param committedIndex the last committed index that it is known to know
     * @param silentMillis the time since the leader last heard from it; minus one if the member
     *     that was asked does not lead
     */
    public record Member(String name, String address, long committedIndex, long silentMillis) {}

    public ClusterStatus {
        members = List.copyOf(members);
    }

    public boolean leads() {
        return node.equals(leader);
    }
}
