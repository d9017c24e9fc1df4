package io.holdfast.log.raft;

import io.holdfast.log.storage.RecoveryAdvice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * The identity of this server, created at its first start and kept, so that adding members later
 * only changes addresses.
 *
 * @param cluster the group that the log belongs to
 * @param node the name of this member
 * @param alone true if this server created the cluster id for itself alone. Otherwise a directory
 *     without entries belongs to a member that waits to be added, which must not serve.
 */
public record Identity(UUID cluster, String node, boolean alone) {

    static Identity mint(String node) {
        // Ratis draws random ids anyway. The id must be unique, and no decision depends on it.
        return new Identity(RaftGroupId.randomId().getUuid(), node, true);
    }

    String text() {
        String text = "cluster=" + cluster + "\nnode=" + node + "\n";
        return alone ? text + "alone=true\n" : text;
    }

    static Identity parse(Path file, Properties values) throws IOException {
        String cluster = values.getProperty("cluster");
        String node = values.getProperty("node");
        if (cluster == null || node == null || node.isEmpty()) {
            throw new IOException(file + " is damaged: it must contain a cluster and a node"
                    + RecoveryAdvice.DAMAGED);
        }
        try {
            boolean alone = "true".equals(values.getProperty("alone"));
            return new Identity(UUID.fromString(cluster), node, alone);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: its cluster is not an id" + RecoveryAdvice.DAMAGED, e);
        }
    }
}
