package io.holdfast.log.raft;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * Who this server is, minted at its first start and kept, so that growing to more nodes later only
 * changes addresses.
 *
 * @param cluster the group that the log belongs to
 * @param node this member of it
 * @param alone true if this server made the cluster id for itself alone. A directory that has not
 *     kept any entry yet is otherwise one of a member that waits to be added, which must not serve.
 */
public record Identity(UUID cluster, String node, boolean alone) {

    static Identity mint(String node) {
        // Ratis draws ids anyway; ours must differ from everybody's, and nothing is decided by
        // them.
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
            throw new IOException(
                    file + " is damaged: it must name a cluster and a node" + RecoveryAdvice.DAMAGED);
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
