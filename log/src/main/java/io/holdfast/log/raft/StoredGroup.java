package io.holdfast.log.raft;

import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.RemovedException;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.ratis.GroupFiles;
import io.holdfast.log.ratis.StoredConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group and the members that a data directory belongs to. They are read from the files that
 * Ratis itself starts from: the newest configuration in {@code raft-meta.conf} and in the log. A
 * second record of the members could be older after a crash, and contradict the first.
 *
 * @param identity null for an empty directory
 * @param members the peer address of each member, by name; an empty string if the log does not
 *     contain it. Empty until the first configuration is stored.
 * @param lastIndex the last intact entry of the log, or minus one
 */
public record StoredGroup(
        Path root, @Nullable Identity identity, SortedMap<String, String> members, long lastIndex) {

    private static final Logger LOG = LoggerFactory.getLogger(StoredGroup.class);

    public StoredGroup {
        members = new TreeMap<>(members);
    }

    /** What a directory can be started as. */
    enum Kind {
        /** It belongs to no cluster. */
        EMPTY,
        /** It contains the journal of a single server. */
        ALONE,
        /** It contains the Raft group of a single server of an earlier build. */
        EARLIER,
        /** It contains a Raft group whose only member is itself. */
        LONE,
        /** It has several members. */
        SHARED,
        /** It knows a cluster, but not its members yet. */
        UNFINISHED
    }

    /**
     * Reads the directory without locking it, so that a running server is not disturbed.
     *
     * @throws RemovedException if the cluster removed the member of this directory
     */
    public static StoredGroup read(Path root) throws IOException {
        Path file = root.resolve(DataDirectory.IDENTITY);
        if (!Files.exists(file)) {
            return new StoredGroup(root, null, new TreeMap<>(), -1);
        }
        if (Files.exists(root.resolve(DataDirectory.REMOVED))) {
            throw new RemovedException();
        }
        Identity identity = Identity.read(file);
        if (identity.onJournal()) {
            // A Raft group in the directory is left over from an unfinished conversion.
            return new StoredGroup(root, identity, new TreeMap<>(), -1);
        }
        StoredConfiguration stored = StoredConfiguration.read(
                GroupFiles.segments(root.resolve(DataDirectory.RAFT), identity.cluster()),
                Entry::acknowledged);
        return new StoredGroup(root, identity, stored.members(), stored.lastIndex());
    }

    Kind kind() {
        if (identity == null) {
            return Kind.EMPTY;
        }
        boolean others = !members.isEmpty() && !Set.of(identity.node()).equals(members.keySet());
        return switch (identity.log()) {
            case JOURNAL -> Kind.ALONE;
            case EARLIER_RAFT -> others ? Kind.SHARED : Kind.EARLIER;
            case RAFT -> members.isEmpty() ? Kind.UNFINISHED : others ? Kind.SHARED : Kind.LONE;
        };
    }

    /**
     * Returns how a member without {@code --peers} starts: alone, or as the directory says.
     *
     * @param node the name from {@code --node}; null if not set
     * @return null to start alone
     * @throws DirectoryConflictException if the directory does not contain enough information
     */
    public @Nullable ClusterOptions options(
            @Nullable String node, @Nullable String bindHost, ClusterOptions.@Nullable PeerTls tls)
            throws DirectoryConflictException {
        requireNode(node);
        return switch (kind()) {
            case EMPTY, ALONE -> null;
            case EARLIER -> throw JournalLog.earlierBuild(root);
            case UNFINISHED -> throw unaddressed();
            case LONE, SHARED -> {
                SortedMap<String, PeerAddress> peers = addresses();
                if (!peers.containsKey(node())) {
                    throw unaddressed();
                }
                yield new ClusterOptions(node(), peers, bindHost, false, tls);
            }
        };
    }

    private DirectoryConflictException unaddressed() {
        return new DirectoryConflictException("This data directory belongs to member " + node()
                + " of cluster " + cluster() + ", and does not contain the address of " + node()
                + " for its peers. Start it with --node " + node() + " --peers " + node()
                + "=HOST:PORT");
    }

    /**
     * Reconciles the flags with the directory: with two or more members the directory takes
     * precedence. A directory whose only member is itself would serve alone, even if the flags name
     * others.
     */
    public ClusterOptions reconcile(ClusterOptions flags) throws DirectoryConflictException {
        requireNode(flags.node());
        return switch (kind()) {
            case EMPTY, UNFINISHED -> flags;
            case EARLIER -> throw JournalLog.earlierBuild(root);
            case ALONE, LONE -> {
                if (flags.join() || flags.peers().size() > 1) {
                    throw lone(flags);
                }
                yield flags;
            }
            case SHARED -> {
                SortedMap<String, PeerAddress> kept = addresses();
                if (!kept.containsKey(flags.node())) {
                    // It knows the group, but is not a member of it yet.
                    kept.put(flags.node(), flags.own());
                }
                if (!kept.equals(flags.peers())) {
                    LOG.warn(
                            "--peers differs from the members in the data directory, which count:"
                                    + " flags={} directory={}",
                            flags.peers(),
                            kept);
                }
                yield flags.withPeers(kept);
            }
        };
    }

    private DirectoryConflictException lone(ClusterOptions flags) {
        String self = node() + "=" + flags.own();
        String given = flags.join()
                ? "--join waits to be added to another cluster"
                : "--peers names "
                        + String.join(", ", new TreeSet<>(flags.peers().keySet()));
        return new DirectoryConflictException("This data directory belongs to cluster " + cluster()
                + ", whose only member is " + node() + ", but " + given
                + ". It would serve beside them as a second cluster. To grow this cluster, start"
                + " it with --node " + node() + " --peers " + self + ", start the others with"
                + " empty directories and --join, and run: holdfast cluster add NAME=HOST:PORT"
                + " (docs/operating/cluster.md, \"Grow from one member to three\"). To make this"
                + " server a member of a running cluster, start it with an empty directory and"
                + " --join");
    }

    /** Rejects a directory of another member. */
    void requireNode(@Nullable String node) throws DirectoryConflictException {
        if (identity != null && node != null && !node.equals(identity.node())) {
            throw new DirectoryConflictException("This data directory belongs to member "
                    + identity.node() + " of cluster " + cluster() + ", and not to " + node
                    + ". Start it with --node " + identity.node()
                    + ", or choose another directory");
        }
    }

    private SortedMap<String, PeerAddress> addresses() {
        SortedMap<String, PeerAddress> addresses = new TreeMap<>();
        members.forEach((name, address) -> {
            if (!address.isEmpty()) {
                addresses.put(name, PeerAddress.parse(address));
            }
        });
        return addresses;
    }

    private String node() {
        return identity == null ? "" : identity.node();
    }

    private String cluster() {
        return identity == null ? "" : identity.cluster().toString();
    }
}
