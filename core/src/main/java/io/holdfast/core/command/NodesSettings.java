package io.holdfast.core.command;

import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeType;

import java.util.List;

/**
 * The settings of the nodes API; part of {@link Settings}.
 *
 * @param claimTtlNanos how long a lease lasts without a heartbeat
 * @param claimTtlMaxNanos how far from now a lease can be extended
 * @param graceNanos how long a reservation lasts
 * @param claimableTypes the node types that can be leased
 * @param claimingStatuses the statuses that acquire the lease
 * @param nodesMax maximum nodes per tenant
 * @param textBytesMax maximum size of a node's text
 * @param textBytesTotalMax maximum total size of texts per tenant
 */
public record NodesSettings(
        long claimTtlNanos,
        long claimTtlMaxNanos,
        long graceNanos,
        List<NodeType> claimableTypes,
        List<String> claimingStatuses,
        int nodesMax,
        int textBytesMax,
        long textBytesTotalMax) {

    /** Maximum number of statuses that acquire a lease. */
    public static final int STATUSES_MAX = 100;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** The defaults of a server without flags. */
    public static final NodesSettings DEFAULT = new NodesSettings(
            45 * MINUTE_NANOS,
            8 * 60 * MINUTE_NANOS,
            2 * 24 * 60 * MINUTE_NANOS,
            List.of(NodeType.TASK, NodeType.ISSUE, NodeType.INCIDENT, NodeType.QUESTION),
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

    public boolean isClaimable(NodeType type) {
        return claimableTypes.contains(type);
    }

    /** Returns a hash that is the same in every process and every Java version. */
    long digest() {
        long hash = claimTtlNanos;
        hash = hash * 31 + claimTtlMaxNanos;
        hash = hash * 31 + graceNanos;
        for (NodeType type : claimableTypes) {
            hash = hash * 31 + type.ordinal() + 1;
        }
        for (String status : claimingStatuses) {
            hash = hash * 31 + status.hashCode();
        }
        hash = hash * 31 + nodesMax;
        return (hash * 31 + textBytesMax) * 31 + textBytesTotalMax;
    }
}
