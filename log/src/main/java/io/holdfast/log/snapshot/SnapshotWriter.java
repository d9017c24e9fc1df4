package io.holdfast.log.snapshot;

import io.holdfast.log.SnapshotSink;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one snapshot on a separate thread, beside the log. Until it is complete it is a temporary
 * file that is never read.
 */
final class SnapshotWriter implements SnapshotSink {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriter.class);

    /** The callbacks of a snapshot. */
    interface Owner {
        /** Returns the position of an index in the log; null if the log does not have it. */
        @Nullable
        Position position(long index);

        /**
         * Reports a durable snapshot; the log up to it may be deleted.
         *
         * @param digest the MD5 digest of the file
         */
        void completed(Position position, Path file, byte[] digest) throws IOException;

        /** Reports an aborted snapshot. */
        void aborted(Throwable cause);
    }

    private final SnapshotFiles snapshots;
    private final Owner owner;
    private final MessageDigest digest = SnapshotFiles.md5();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("holdfast-snapshot").factory());
    private @Nullable FileChannel channel;
    private boolean ended;

    SnapshotWriter(SnapshotFiles snapshots, Owner owner) {
        this.snapshots = snapshots;
        this.owner = owner;
    }

    private interface Step {
        void run() throws IOException;
    }

    private CompletableFuture<Void> run(Step step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    if (ended) {
                        throw new IOException("The snapshot was aborted");
                    }
                    step.run();
                    done.complete(null);
                } catch (IOException | RuntimeException e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(new IOException("The snapshot was aborted", e));
        }
        return done;
    }

    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            DurableFiles.createDirectories(snapshots.directory());
            Files.deleteIfExists(snapshots.temporary());
            open = DurableFiles.create(snapshots.temporary());
            channel = open;
        }
        return open;
    }

    @Override
    public CompletableFuture<Void> write(byte[] piece) {
        return run(() -> {
            ByteBuffer bytes = ByteBuffer.wrap(piece);
            while (bytes.hasRemaining()) {
                channel().write(bytes);
            }
            digest.update(piece);
        });
    }

    @Override
    public CompletableFuture<Void> complete(long index) {
        CompletableFuture<Void> done = run(() -> {
            Position position = owner.position(index);
            if (position == null) {
                throw new IOException("The log has no entry " + index + " for the snapshot");
            }
            FileChannel open = channel();
            open.force(true);
            open.close();
            byte[] finished = digest.digest();
            Path file = snapshots.publish(position, finished);
            ended = true;
            owner.completed(position, file, finished);
            snapshots.deleteOld();
        });
        return done.whenComplete((nothing, e) -> {
            if (e != null) {
                abort(e);
            }
            thread.shutdown();
        });
    }

    @Override
    public void abort(Throwable cause) {
        run(() -> {
            LOG.warn("snapshot aborted; the log is kept", cause);
            ended = true;
            FileChannel open = channel;
            if (open != null) {
                open.close();
            }
            Files.deleteIfExists(snapshots.temporary());
            owner.aborted(cause);
        });
        thread.shutdown();
    }

    /** Aborts the snapshot, because the log closes. */
    void stop() {
        abort(new IOException("The log was closed"));
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("a snapshot is still being written while the log closes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
