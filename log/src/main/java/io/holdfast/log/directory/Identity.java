package io.holdfast.log.directory;

import io.holdfast.log.storage.RecoveryAdvice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * The identity of a server, created at its first start and kept. It also decides which log of the
 * directory is valid, so a single atomic replacement of this file changes the log.
 *
 * @param cluster the group that the log belongs to
 * @param node the name of this member
 * @param log the valid log of the directory
 */
public record Identity(UUID cluster, String node, Log log) {

    private static final String LOG = "log";
    private static final String OF_JOURNAL = "journal";
    private static final String ALONE = "alone";

    /** The kinds of logs. */
    public enum Log {
        /** The journal of a single server. */
        JOURNAL(LOG + "=" + OF_JOURNAL + "\n"),

        /** A Raft group, of which this server is or will be a member. */
        RAFT(""),

        /** A Raft group that an earlier build created for a single server. */
        EARLIER_RAFT(ALONE + "=true\n");

        private final String line;

        Log(String line) {
            this.line = line;
        }

        private static Log of(Properties values) {
            if (OF_JOURNAL.equals(values.getProperty(LOG))) {
                return JOURNAL;
            }
            return "true".equals(values.getProperty(ALONE)) ? EARLIER_RAFT : RAFT;
        }
    }

    /** Creates the identity of a single server with a new cluster id. */
    public static Identity mint(String node) {
        return new Identity(randomId(), node, Log.JOURNAL);
    }

    /** Returns bits that make a number of this directory unique. */
    static long randomBits() {
        return randomId().getLeastSignificantBits();
    }

    /** Ratis draws random ids anyway. The id must be unique, and no decision depends on it. */
    private static UUID randomId() {
        return RaftGroupId.randomId().getUuid();
    }

    /** Returns the identity of the same server as a member of a Raft group. */
    public Identity onRaft() {
        return new Identity(cluster, node, Log.RAFT);
    }

    public boolean onJournal() {
        return log == Log.JOURNAL;
    }

    public String text() {
        return "cluster=" + cluster + "\nnode=" + node + "\n" + log.line;
    }

    /** Reads the identity in the file. */
    public static Identity read(Path file) throws IOException {
        Properties values = DataDirectory.read(file);
        String cluster = values.getProperty("cluster");
        String node = values.getProperty("node");
        if (cluster == null || node == null || node.isEmpty()) {
            throw new IOException(file + " is damaged: it must contain a cluster and a node"
                    + RecoveryAdvice.DAMAGED);
        }
        try {
            return new Identity(UUID.fromString(cluster), node, Log.of(values));
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: its cluster is not an id" + RecoveryAdvice.DAMAGED, e);
        }
    }
}
