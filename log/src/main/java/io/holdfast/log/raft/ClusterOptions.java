package io.holdfast.log.raft;

import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of a member, and how it connects to its peers.
 *
 * @param node this member's name, which is one of the peers
 * @param peers the peer address of each member, by name
 * @param bindHost the address to bind, if it differs from the one in {@code peers}
 * @param join true to wait to be added to an existing cluster instead of creating one
 * @param tls null without TLS between peers
 */
public record ClusterOptions(
        String node,
        SortedMap<String, PeerAddress> peers,
        @Nullable String bindHost,
        boolean join,
        @Nullable PeerTls tls) {

    /** PEM files: this member's certificate and key, and the certificate authority of its peers. */
    public record PeerTls(Path certificate, Path key, Path authority) {}

    public ClusterOptions {
        peers = new TreeMap<>(peers);
        if (!peers.containsKey(node)) {
            throw new IllegalArgumentException("this member is not one of the peers");
        }
    }

    /** Returns a copy with other peers, which include this member. */
    ClusterOptions withPeers(SortedMap<String, PeerAddress> others) {
        return new ClusterOptions(node, others, bindHost, join, tls);
    }

    /** Returns this member's own peer address. */
    public PeerAddress own() {
        return peers.getOrDefault(node, peers.firstEntry().getValue());
    }

    /** Returns what a member with an empty directory waits for. */
    String awaited() {
        return join
                ? "a member of the cluster to add this one: holdfast cluster add " + node + "="
                        + own()
                : founder() + " to create the cluster";
    }

    /** Returns the one member that creates the cluster. */
    String founder() {
        return peers.firstKey();
    }
}
