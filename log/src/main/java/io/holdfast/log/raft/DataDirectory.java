package io.holdfast.log.raft;

import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.ratis.GroupFiles;
import io.holdfast.log.storage.DurableFiles;
import io.holdfast.log.storage.RecoveryAdvice;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of one server: {@code lock} against a second start, {@code identity},
 * {@code acknowledged}, and Ratis's files under {@code raft}.
 */
final class DataDirectory implements AutoCloseable {

    static final String LOCK = "lock";
    static final String IDENTITY = "identity";
    static final String ACKNOWLEDGED = "acknowledged";
    static final String RAFT = "raft";

    static final String REMOVED = "removed";

    /** The name of a server without {@code --node}. */
    private static final String FIRST_NODE = "n1";

    private final Path root;
    private final FileChannel lock;

    private DataDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /** Creates the directory if it is missing, and locks it for this process. */
    static DataDirectory take(Path root) throws IOException {
        DurableFiles.createDirectories(root);
        Path file = root.resolve(LOCK);
        FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                DurableFiles.ownerOnly(file, "rw-------"));
        try {
            if (!locked(channel)) {
                throw new IOException(
                        "The data directory " + root + " is in use by another server (process "
                                + owner(channel) + "). Stop it, or choose another directory");
            }
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((pid + "\n").getBytes(StandardCharsets.UTF_8)), 0);
            return new DataDirectory(root, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            // The lock ends with the channel, and with the process even if it is killed.
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(20);
        channel.read(pid, 0);
        String text = new String(pid.array(), 0, pid.position(), StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "unknown" : text;
    }

    /** Returns the directory in which a restore works until it is complete. */
    static Path restoring(Path root) {
        return root.resolve("restoring");
    }

    /**
     * Returns the identity of this server; created if the directory is new.
     *
     * @param node the name from {@code --node}; null if not set
     */
    Identity identity(@Nullable String node) throws IOException {
        Identity known = known(node);
        if (known != null) {
            return known;
        }
        Identity minted = Identity.mint(node == null ? FIRST_NODE : node);
        remember(minted);
        return minted;
    }

    /** Returns the identity of this server, or null if the directory is new. */
    @Nullable
    Identity known(@Nullable String node) throws IOException {
        if (Files.exists(restoring(root))) {
            throw new IOException("A restore into " + root
                    + " was not completed. Empty the directory and restore again");
        }
        Path file = root.resolve(IDENTITY);
        if (!Files.exists(file)) {
            if (Files.exists(raft()) && !empty(raft())) {
                throw new IOException(file + " is missing, but " + raft() + " contains a log"
                        + RecoveryAdvice.DAMAGED);
            }
            return null;
        }
        Identity known = Identity.parse(file, read(file));
        if (node != null && !node.equals(known.node())) {
            throw new DirectoryConflictException(
                    "The data directory " + root + " belongs to member " + known.node()
                            + " and not to " + node + ". Start it with --node " + known.node()
                            + ", or choose another directory");
        }
        return known;
    }

    private static boolean empty(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            return !files.iterator().hasNext();
        }
    }

    /** Returns the group and its members according to the files. */
    StoredGroup group() throws IOException {
        return StoredGroup.read(root);
    }

    void remember(Identity identity) throws IOException {
        DurableFiles.replace(root.resolve(IDENTITY), identity.text());
    }

    /** Returns the id of the cluster whose creation this member has begun; null if none. */
    @Nullable
    UUID founding() throws IOException {
        Path file = root.resolve("founding");
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return UUID.fromString(read(file).getProperty("cluster", ""));
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: it must contain a cluster id. Delete it, and the"
                            + " directories of all members of the new cluster",
                    e);
        }
    }

    void founding(UUID cluster) throws IOException {
        DurableFiles.replace(root.resolve("founding"), "cluster=" + cluster + "\n");
    }

    void founded() throws IOException {
        Files.deleteIfExists(root.resolve("founding"));
    }

    /** Returns whether the cluster has removed the member of this directory. */
    boolean removed() {
        return Files.exists(root.resolve(REMOVED));
    }

    void remove() throws IOException {
        DurableFiles.replace(root.resolve(REMOVED), "removed=true\n");
    }

    /**
     * Returns an index that was certainly acknowledged, or minus one if none is recorded. It is
     * written at the first start and at each graceful stop, so it costs nothing while batches are
     * committed.
     */
    long acknowledged() throws IOException {
        Path file = root.resolve(ACKNOWLEDGED);
        if (!Files.exists(file)) {
            return -1;
        }
        try {
            return Long.parseLong(read(file).getProperty("index", "none"));
        } catch (NumberFormatException e) {
            throw new IOException(
                    file + " is damaged: it must contain an index" + RecoveryAdvice.DAMAGED, e);
        }
    }

    void acknowledge(long index) throws IOException {
        DurableFiles.replace(root.resolve(ACKNOWLEDGED), "index=" + index + "\n");
    }

    static Properties read(Path file) throws IOException {
        Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            values.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged" + RecoveryAdvice.DAMAGED, e);
        }
        return values;
    }

    Path raft() {
        return root.resolve(RAFT);
    }

    void createRaft() throws IOException {
        DurableFiles.createDirectories(raft());
    }

    /** Returns the directory of the group's segments and term. */
    Path segments(Identity identity) {
        return GroupFiles.segments(raft(), identity.cluster());
    }

    /** Returns the directory of the group's snapshots. */
    Path snapshots(Identity identity) {
        return GroupFiles.snapshots(raft(), identity.cluster());
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
