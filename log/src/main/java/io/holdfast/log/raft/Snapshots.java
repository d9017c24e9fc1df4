package io.holdfast.log.raft;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.log.Replica;
import io.holdfast.log.storage.DurableFiles;
import io.holdfast.log.storage.RecoveryAdvice;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots on disk, under Ratis's names: {@code snapshot.TERM_INDEX}, each with a digest file.
 * The digest is written before the snapshot, so a snapshot without one was tampered with.
 */
final class Snapshots {

    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    /** The snapshot before the newest is kept for the analysis of problems. */
    private static final int KEPT = 2;

    private final Path directory;
    private final SimpleStateMachineStorage ratis = new SimpleStateMachineStorage();
    private volatile @Nullable TermIndex latest;
    private volatile long latestBytes;

    private Snapshots(Path directory) {
        this.directory = directory;
    }

    record Found(TermIndex position, Path file) {}

    static Snapshots in(Path directory) throws IOException {
        Snapshots snapshots = new Snapshots(directory);
        List<Found> found = snapshots.found();
        if (!found.isEmpty()) {
            snapshots.latest = found.getFirst().position();
            snapshots.latestBytes = Files.size(found.getFirst().file());
        }
        return snapshots;
    }

    SimpleStateMachineStorage ratis() {
        return ratis;
    }

    @Nullable
    TermIndex restored() {
        return latest;
    }

    long latestIndex() {
        TermIndex position = latest;
        return position == null ? -1 : position.getIndex();
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

    /** Newest first. */
    private List<Found> found() throws IOException {
        List<Found> found = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    Matcher match = SimpleStateMachineStorage.SNAPSHOT_REGEX.matcher(name);
                    if (match.matches()) {
                        found.add(new Found(
                                SimpleStateMachineStorage.getTermIndexFromSnapshotFile(
                                        file.toFile()),
                                file));
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
    void restore(Replica replica) throws IOException {
        Files.deleteIfExists(temporary());
        List<Found> found = found();
        if (found.isEmpty()) {
            return;
        }
        Path file = found.getFirst().file();
        MD5Hash expected = MD5FileUtil.readStoredMd5ForFile(file.toFile());
        if (expected == null) {
            throw damaged(file, "its digest is missing", null);
        }
        MessageDigest digest = MD5FileUtil.newMD5();
        try (InputStream in = new DigestInputStream(
                new BufferedInputStream(Files.newInputStream(file)), digest)) {
            replica.restore(found.getFirst().position().getIndex(), in);
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException | RuntimeException e) {
            if (e.getCause() instanceof NewerFormatException newer) {
                throw new IOException(newer.getMessage() + ". It is " + file, newer);
            }
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
        MD5Hash actual = MD5Hash.newInstance(digest.digest());
        if (!expected.equals(actual)) {
            throw damaged(file, "its digest is " + actual + ", expected " + expected, null);
        }
    }

    private static IOException damaged(Path file, String reason, @Nullable Exception cause) {
        return new IOException(
                "The snapshot " + file + " is damaged: " + reason + RecoveryAdvice.DAMAGED, cause);
    }

    /**
     * Makes another member's snapshot, which was put into the directory, durable and the newest.
     */
    void installed() throws IOException {
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
        latest = found.getFirst().position();
        latestBytes = Files.size(file);
        ratis.loadLatestSnapshot();
    }

    /** Renames a finished file to its final name, and reports it to Ratis. */
    void publish(TermIndex position, byte[] digest) throws IOException {
        String name = SimpleStateMachineStorage.getSnapshotFileName(
                position.getTerm(), position.getIndex());
        Path file = directory.resolve(name);
        String hex = HexFormat.of().formatHex(digest);
        DurableFiles.replace(
                directory.resolve(name + MD5FileUtil.MD5_SUFFIX), hex + " *" + name + "\n");
        DurableFiles.move(temporary(), file);
        latestBytes = Files.size(file);
        latest = position;
        ratis.updateLatestSnapshot(new SingleFileSnapshotInfo(
                new FileInfo(file, MD5Hash.newInstance(digest)), position));
    }

    /** Deletes old snapshots. One that cannot be deleted only uses disk space, and is retried. */
    void deleteOld() {
        try {
            List<Found> found = found();
            for (Found old : found.subList(Math.min(KEPT, found.size()), found.size())) {
                Path file = old.file();
                Files.deleteIfExists(file);
                Files.deleteIfExists(
                        file.resolveSibling(file.getFileName() + MD5FileUtil.MD5_SUFFIX));
            }
        } catch (IOException e) {
            LOG.warn("cannot delete old snapshots in {}", directory, e);
        }
    }
}
