package io.holdfast.log.raft;

import io.holdfast.log.DirectoryConflictException;
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
 * The directory of one server: {@code lock} against a second start, {@code identity},
 * {@code acknowledged}, and Ratis's files under {@code raft}.
 */
final class DataDirectory implements AutoCloseable {

    static final String LOCK = "lock";
    static final String IDENTITY = "identity";
    static final String ACKNOWLEDGED = "acknowledged";
    static final String RAFT = "raft";

    static final String REMOVED = "removed";

    /** What a server is called that was given no name. */
    private static final String FIRST_NODE = "n1";

    private final Path root;
    private final FileChannel lock;

    private DataDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /** Makes the directory where there is none, and takes it for this process. */
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
            // The lock ends with the channel, and with the process however it ends.
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

    /** Where a restore works until it is complete. */
    static Path restoring(Path root) {
        return root.resolve("restoring");
    }

    /**
     * Who this server is; minted where the directory is new.
     *
     * @param node the name that it was started with; null where it was given none
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

    /** Who this server is, or null where it has been nobody so far. */
    @Nullable
    Identity known(@Nullable String node) throws IOException {
        if (Files.exists(restoring(root))) {
            throw new IOException("A restore into " + root
                    + " did not come to its end. Empty the directory and restore again");
        }
        Path file = root.resolve(IDENTITY);
        if (!Files.exists(file)) {
            if (Files.exists(raft()) && !empty(raft())) {
                throw new IOException(
                        file + " is missing, but " + raft() + " holds a log" + RecoveryAdvice.DAMAGED);
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

    /** The group and the members that the files name. */
    StoredGroup group() throws IOException {
        return StoredGroup.read(root);
    }

    void remember(Identity identity) throws IOException {
        DurableFiles.replace(root.resolve(IDENTITY), identity.text());
    }

    /** The id of the cluster that this node has begun to found; null where it has not. */
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
                    file + " is damaged: it must name a cluster. Delete it, and the"
                            + " directories of all nodes of the new cluster",
                    e);
        }
    }

    void founding(UUID cluster) throws IOException {
        DurableFiles.replace(root.resolve("founding"), "cluster=" + cluster + "\n");
    }

    void founded() throws IOException {
        Files.deleteIfExists(root.resolve("founding"));
    }

    /** Whether the others took the node that this directory belongs to out of their cluster. */
    boolean removed() {
        return Files.exists(root.resolve(REMOVED));
    }

    void remove() throws IOException {
        DurableFiles.replace(root.resolve(REMOVED), "removed=true\n");
    }

    /**
     * The index that certainly was acknowledged: noted at the first start and at each orderly stop,
     * so that it costs nothing while batches are committed. Minus one where there is no note.
     */
    long acknowledged() throws IOException {
        Path file = root.resolve(ACKNOWLEDGED);
        if (!Files.exists(file)) {
            return -1;
        }
        try {
            return Long.parseLong(read(file).getProperty("index", "none"));
        } catch (NumberFormatException e) {
            throw new IOException(file + " is damaged: it must name an index" + RecoveryAdvice.DAMAGED, e);
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

    /** Where Ratis keeps the group's segments and its term. */
    Path segments(Identity identity) {
        return raft().resolve(identity.cluster().toString()).resolve("current");
    }

    /** Where Ratis looks for the group's snapshots. */
    Path snapshots(Identity identity) {
        return raft().resolve(identity.cluster().toString()).resolve("sm");
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
