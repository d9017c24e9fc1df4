package io.holdfast.log.raft;

import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster a node belongs to, and how it speaks with its peers.
 *
 * @param node this node's own name, which is one of the peers
 * @param peers where each node listens for its peers, by name
 * @param bindHost the address that this node binds, where it differs from that in {@code peers}
 * @param join true where this node must not found a cluster but waits to be added to one
 * @param tls null where peers speak without TLS
 */
public record ClusterOptions(
        String node,
        SortedMap<String, PeerAddress> peers,
        @Nullable String bindHost,
        boolean join,
        @Nullable PeerTls tls) {

    /** PEM files: this node's certificate and key, and whoever signs those of its peers. */
    public record PeerTls(Path certificate, Path key, Path authority) {}

    public ClusterOptions {
        peers = new TreeMap<>(peers);
        if (!peers.containsKey(node)) {
            throw new IllegalArgumentException("this node is not one of the peers");
        }
    }

    /** The same with other peers, this member among them. */
    ClusterOptions withPeers(SortedMap<String, PeerAddress> others) {
        return new ClusterOptions(node, others, bindHost, join, tls);
    }

    /** Where this member listens for its peers, as they know it. */
    public PeerAddress own() {
        return peers.getOrDefault(node, peers.firstEntry().getValue());
    }

    /** What a member with an empty directory waits for. */
    String awaited() {
        return join
                ? "a member of the cluster to add this one: holdfast cluster add " + node + "="
                        + own()
                : founder() + " to found the cluster";
    }

    /** The node that founds the cluster, so that not two of them do. */
    String founder() {
        return peers.firstKey();
    }
}
