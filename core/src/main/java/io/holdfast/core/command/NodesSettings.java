package io.holdfast.core.command;

import java.util.List;

/**
 * What the rules of work nodes depend on; a part of {@link Settings}.
 *
 * @param claimTtlNanos how long a lease lasts without a heartbeat
 * @param claimTtlMaxNanos how far from now a lease can be extended
 * @param graceNanos how long a reservation lasts
 * @param claimableTypes which types of nodes carry leases
 * @param claimingStatuses which statuses take the lease with them
 * @param nodesMax work nodes of a tenant
 * @param textBytesMax the largest text of a node
 * @param textBytesTotalMax all texts of a tenant together
 */
public record NodesSettings(
        long claimTtlNanos,
        long claimTtlMaxNanos,
        long graceNanos,
        List<WorkType> claimableTypes,
        List<String> claimingStatuses,
        int nodesMax,
        int textBytesMax,
        long textBytesTotalMax) {

    /** How many words may be statuses that claim. */
    public static final int STATUSES_MAX = 100;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** What a server without any flag uses. */
    public static final NodesSettings DEFAULT = new NodesSettings(
            45 * MINUTE_NANOS,
            8 * 60 * MINUTE_NANOS,
            2 * 24 * 60 * MINUTE_NANOS,
            List.of(WorkType.TASK, WorkType.ISSUE, WorkType.INCIDENT, WorkType.QUESTION),
            List.of("active", "in-progress", "in_progress"),
            1_000_000,
            Limits.NODE_TEXT_BYTES_MAX,
            1L << 30);

    public NodesSettings {
        claimableTypes = List.copyOf(claimableTypes);
        claimingStatuses = List.copyOf(claimingStatuses);
        Limits.check(claimTtlNanos > 0, "the ttl of node leases must be longer than zero");
        Limits.check(
                claimTtlMaxNanos >= claimTtlNanos,
                "the longest ttl of node leases must not be shorter than the ttl");
        Limits.check(claimingStatuses.size() <= STATUSES_MAX, "too many statuses that claim");
        Limits.check(graceNanos > 0, "a reservation must be longer than zero");
        Limits.range("work nodes", nodesMax, Limits.KEYS_MAX);
        Limits.range("bytes of a node's text", textBytesMax, Limits.NODE_TEXT_BYTES_MAX);
        Limits.check(
                textBytesTotalMax >= textBytesMax,
                "all texts together must have room for the largest");
    }

    public boolean isClaimable(WorkType type) {
        return claimableTypes.contains(type);
    }

    /** A hash that is the same in every process and every version of Java. */
    long digest() {
        long hash = claimTtlNanos;
        hash = hash * 31 + claimTtlMaxNanos;
        hash = hash * 31 + graceNanos;
        for (WorkType type : claimableTypes) {
            hash = hash * 31 + type.ordinal() + 1;
        }
        for (String status : claimingStatuses) {
            hash = hash * 31 + status.hashCode();
        }
        hash = hash * 31 + nodesMax;
        return (hash * 31 + textBytesMax) * 31 + textBytesTotalMax;
    }
}
