package io.holdfast.log.snapshot;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.log.Replica;
import io.holdfast.log.storage.DurableFiles;
import io.holdfast.log.storage.RecoveryAdvice;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots in a directory: {@code snapshot.TERM_INDEX}, each with an MD5 digest file. The
 * names and digests are those of Ratis, which copies snapshots to other members. The digest is
 * written before the snapshot, so a snapshot without one was tampered with.
 */
public final class SnapshotFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotFiles.class);
    private static final Pattern NAME = Pattern.compile("snapshot\\.(\\d+)_(\\d+)");
    private static final Pattern DIGEST = Pattern.compile("([0-9a-fA-F]{32})\\s.*", Pattern.DOTALL);
    private static final String DIGEST_SUFFIX = ".md5";

    /** The snapshot before the newest is kept for the analysis of problems. */
    private static final int KEPT = 2;

    private final Path directory;
    private volatile @Nullable Position latest;
    private volatile long latestBytes;

    private SnapshotFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * The last entry that a snapshot contains.
     *
     * @param term the term of that entry, or zero for a single server
     */
    public record Position(long term, long index) implements Comparable<Position> {

        private static final Comparator<Position> ORDER =
                Comparator.comparingLong(Position::term).thenComparingLong(Position::index);

        @Override
        public int compareTo(Position other) {
            return ORDER.compare(this, other);
        }
    }

    /** A snapshot on disk. */
    public record Found(Position position, Path file) {}

    public static SnapshotFiles in(Path directory) throws IOException {
        SnapshotFiles snapshots = new SnapshotFiles(directory);
        snapshots.refresh();
        return snapshots;
    }

    static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    private void refresh() throws IOException {
        List<Found> found = found();
        if (!found.isEmpty()) {
            latestBytes = Files.size(found.getFirst().file());
            latest = found.getFirst().position();
        }
    }

    /** Returns the position of the newest snapshot, or null. */
    public @Nullable Position latest() {
        return latest;
    }

    /** Returns the last index in the newest snapshot, or minus one. */
    public long latestIndex() {
        Position position = latest;
        return position == null ? -1 : position.index();
    }

    /** Returns the size of the newest snapshot, which is about that of the state. */
    long latestBytes() {
        return latestBytes;
    }

    Path directory() {
        return directory;
    }

    Path temporary() {
        return directory.resolve("snapshot.tmp");
    }

    private static Path digestOf(Path file) {
        return file.resolveSibling(file.getFileName() + DIGEST_SUFFIX);
    }

    /** Newest first. */
    private List<Found> found() throws IOException {
        List<Found> found = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Matcher match = NAME.matcher(String.valueOf(file.getFileName()));
                    if (match.matches()) {
                        long term = Long.parseLong(match.group(1));
                        long index = Long.parseLong(match.group(2));
                        found.add(new Found(new Position(term, index), file));
                    }
                }
            }
        }
        found.sort(Comparator.comparing(Found::position).reversed());
        return found;
    }

    /**
     * Restores the replica from the newest snapshot; none is skipped, because the log begins after
     * it.
     */
    public void restore(Replica replica) throws IOException {
        Files.deleteIfExists(temporary());
        List<Found> found = found();
        if (found.isEmpty()) {
            return;
        }
        Path file = found.getFirst().file();
        String expected = storedDigest(file);
        MessageDigest digest = md5();
        try (InputStream in = new DigestInputStream(
                new BufferedInputStream(Files.newInputStream(file)), digest)) {
            replica.restore(found.getFirst().position().index(), in);
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException | RuntimeException e) {
            if (e.getCause() instanceof NewerFormatException newer) {
                throw new IOException(newer.getMessage() + ". It is " + file, newer);
            }
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!expected.equals(actual)) {
            throw damaged(file, "its digest is " + actual + ", expected " + expected, null);
        }
    }

    private static String storedDigest(Path file) throws IOException {
        Path stored = digestOf(file);
        if (!Files.exists(stored)) {
            throw damaged(file, "its digest is missing", null);
        }
        Matcher match = DIGEST.matcher(Files.readString(stored));
        if (!match.matches()) {
            throw damaged(file, stored + " does not contain a digest", null);
        }
        return match.group(1).toLowerCase(Locale.ROOT);
    }

    private static IOException damaged(Path file, String reason, @Nullable Exception cause) {
        return new IOException(
                "The snapshot " + file + " is damaged: " + reason + RecoveryAdvice.DAMAGED, cause);
    }

    /** Makes a snapshot that was put into the directory durable and the newest. */
    public void installed() throws IOException {
        List<Found> found = found();
        if (found.isEmpty()) {
            throw new IOException("No snapshot found in " + directory);
        }
        Path file = found.getFirst().file();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
        DurableFiles.syncDirectory(file);
        DurableFiles.syncDirectory(directory);
        refresh();
    }

    /** Renames a finished file to its final name, and returns it. */
    Path publish(Position position, byte[] digest) throws IOException {
        String name = "snapshot." + position.term() + "_" + position.index();
        Path file = directory.resolve(name);
        String hex = HexFormat.of().formatHex(digest);
        DurableFiles.replace(digestOf(file), hex + " *" + name + "\n");
        DurableFiles.move(temporary(), file);
        latestBytes = Files.size(file);
        latest = position;
        return file;
    }

    /**
     * Writes a snapshot on the calling thread.
     *
     * @param frames supplies the pieces, and null after the last
     */
    public void write(Position position, Supplier<byte @Nullable []> frames) throws IOException {
        MessageDigest digest = md5();
        Files.deleteIfExists(temporary());
        try (FileChannel channel = DurableFiles.create(temporary())) {
            byte[] frame = frames.get();
            while (frame != null) {
                digest.update(frame);
                ByteBuffer bytes = ByteBuffer.wrap(frame);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                frame = frames.get();
            }
            channel.force(true);
        }
        publish(position, digest.digest());
    }

    /** Copies the newest snapshot to another directory, durably. */
    public void copyLatest(Path target) throws IOException {
        Path file = found().getFirst().file();
        for (Path from : List.of(digestOf(file), file)) {
            Path copy = target.resolve(String.valueOf(from.getFileName()));
            try (InputStream in = Files.newInputStream(from)) {
                DurableFiles.write(copy, in);
            }
        }
        DurableFiles.syncDirectory(target.resolve(String.valueOf(file.getFileName())));
    }

    /** Deletes old snapshots. One that cannot be deleted only uses disk space, and is retried. */
    void deleteOld() {
        try {
            List<Found> found = found();
            for (Found old : found.subList(Math.min(KEPT, found.size()), found.size())) {
                Files.deleteIfExists(old.file());
                Files.deleteIfExists(digestOf(old.file()));
            }
        } catch (IOException e) {
            LOG.warn("cannot delete old snapshots in {}", directory, e);
        }
    }
}
