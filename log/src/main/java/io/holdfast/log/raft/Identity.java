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
 */
public record Identity(UUID cluster, String node) {

    static Identity mint(String node) {
        // Ratis draws ids anyway; ours must differ from everybody's, and nothing is decided by
        // them.
        return new Identity(RaftGroupId.randomId().getUuid(), node);
    }

    String text() {
        return "cluster=" + cluster + "\nnode=" + node + "\n";
    }

    static Identity parse(Path file, Properties values) throws IOException {
        String cluster = values.getProperty("cluster");
        String node = values.getProperty("node");
        if (cluster == null || node == null || node.isEmpty()) {
            throw new IOException(
                    file + " is damaged: it must name a cluster and a node" + Advice.DAMAGED);
        }
        try {
            return new Identity(UUID.fromString(cluster), node);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: its cluster is not an id" + Advice.DAMAGED, e);
        }
    }
}
