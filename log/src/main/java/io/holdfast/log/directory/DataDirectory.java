package io.holdfast.log.directory;

import io.holdfast.log.DirectoryConflictException;
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
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of one server: {@code lock} against a second start, {@code identity},
 * {@code acknowledged}, {@code incarnation}, and the files of its log under {@code journal} or
 * {@code raft}.
 */
public final class DataDirectory implements AutoCloseable {

    public static final String LOCK = "lock";
    public static final String IDENTITY = "identity";
    public static final String RAFT = "raft";
    public static final String JOURNAL = "journal";
    public static final String REMOVED = "removed";

    private static final String ACKNOWLEDGED = "acknowledged";
    private static final String INCARNATION = "incarnation";

    private static final long RANDOM_BITS = (1 << 20) - 1;

    /** The name of a server without {@code --node}. */
    private static final String FIRST_NODE = "n1";

    private final Path root;
    private final FileChannel lock;

    private DataDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    public Path root() {
        return root;
    }

    /** Creates the directory if it is missing, and locks it for this process. */
    public static DataDirectory take(Path root) throws IOException {
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
    public static Path restoring(Path root) {
        return root.resolve("restoring");
    }

    /**
     * Returns the identity of this server; created if the directory is new.
     *
     * @param node the name from {@code --node}; null if not set
     */
    public Identity identity(@Nullable String node) throws IOException {
        Identity known = known(node);
        if (known != null) {
            return known;
        }
        Identity minted = Identity.mint(node == null ? FIRST_NODE : node);
        remember(minted);
        return minted;
    }

    /** Returns the identity of this server, or null if the directory is new. */
    public @Nullable Identity known(@Nullable String node) throws IOException {
        if (Files.exists(restoring(root))) {
            throw new IOException("A restore into " + root
                    + " was not completed. Empty the directory and restore again");
        }
        Path file = root.resolve(IDENTITY);
        if (!Files.exists(file)) {
            for (Path log : List.of(raft(), journal())) {
                if (Files.exists(log) && !empty(log)) {
                    throw new IOException(file + " is missing, but " + log + " contains a log"
                            + RecoveryAdvice.DAMAGED);
                }
            }
            return null;
        }
        Identity known = Identity.read(file);
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

    public void remember(Identity identity) throws IOException {
        DurableFiles.replace(root.resolve(IDENTITY), identity.text());
    }

    /** Returns the id of the cluster whose creation this member has begun; null if none. */
    public @Nullable UUID founding() throws IOException {
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

    public void founding(UUID cluster) throws IOException {
        DurableFiles.replace(root.resolve("founding"), "cluster=" + cluster + "\n");
    }

    public void founded() throws IOException {
        Files.deleteIfExists(root.resolve("founding"));
    }

    /** Returns whether the cluster has removed the member of this directory. */
    public boolean removed() {
        return Files.exists(root.resolve(REMOVED));
    }

    public void remove() throws IOException {
        DurableFiles.replace(root.resolve(REMOVED), "removed=true\n");
    }

    /**
     * Returns an index that was certainly acknowledged, or minus one if none is recorded. It is
     * written at the first start and at each graceful stop, so it costs nothing while batches are
     * committed.
     */
    public long acknowledged() throws IOException {
        return number(root.resolve(ACKNOWLEDGED), "index", -1);
    }

    public void acknowledge(long index) throws IOException {
        DurableFiles.replace(root.resolve(ACKNOWLEDGED), "index=" + index + "\n");
    }

    /** Forgets that the log was begun: it has no entry. */
    public void forgetAcknowledged() throws IOException {
        Path file = root.resolve(ACKNOWLEDGED);
        if (Files.deleteIfExists(file)) {
            DurableFiles.syncDirectory(file);
        }
    }

    /**
     * Returns a number that no process of this member has used: at least the given one. It is
     * stored durably before this method returns. If the number does not continue those of this
     * directory, 20 random bits are added: the directory may replace another one of the same
     * member, and the log does not contain the number of a process that never reached it.
     */
    public long nextIncarnation(long atLeast) throws IOException {
        Path file = root.resolve(INCARNATION);
        long own = number(file, "incarnation", 0) + 1;
        long next = atLeast > own ? atLeast + (Identity.randomBits() & RANDOM_BITS) : own;
        try {
            DurableFiles.replace(file, "incarnation=" + next + "\n");
        } catch (IOException e) {
            throw new IOException(
                    "cannot store the number of this process in " + file + ": " + e.getMessage(),
                    e);
        }
        return next;
    }

    private static long number(Path file, String name, long absent) throws IOException {
        if (!Files.exists(file)) {
            return absent;
        }
        try {
            return Long.parseLong(read(file).getProperty(name, "none"));
        } catch (NumberFormatException e) {
            throw new IOException(
                    file + " is damaged: it must contain the number " + name
                            + RecoveryAdvice.DAMAGED,
                    e);
        }
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

    public Path raft() {
        return root.resolve(RAFT);
    }

    public void createRaft() throws IOException {
        DurableFiles.createDirectories(raft());
    }

    /** Returns the directory of the journal and its snapshots. */
    public Path journal() {
        return journal(root);
    }

    public static Path journal(Path root) {
        return root.resolve(JOURNAL);
    }

    /** Deletes a log that is not valid any more, or not yet, durably. */
    public static void delete(Path log) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (Stream<Path> files = Files.walk(log)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        DurableFiles.syncDirectory(log);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
