package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Replica;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a data directory whose log begins with a given state. The log itself writes it: it is
 * opened empty, gets one entry, and then that state as the snapshot after it. This happens in a
 * subdirectory whose files are moved up when complete; until the last one has moved, no server
 * starts from the directory.
 */
public final class RestoredDirectory implements Replica {

    private static final long WAIT_SECONDS = 600;

    private final Supplier<byte @Nullable []> frames;
    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private long index;

    private RestoredDirectory(Supplier<byte @Nullable []> frames) {
        this.frames = frames;
    }

    /** @throws IOException if the directory is not empty */
    public static void check(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            if (files.iterator().hasNext()) {
                throw new IOException("The directory " + directory
                        + " is not empty. A restore needs a new one: choose another, or move its"
                        + " files away");
            }
        } catch (NotDirectoryException e) {
            throw new IOException(directory + " is not a directory", e);
        }
    }

    /** @param frames supplies the pieces of the snapshot, and null after the last */
    public static void write(Path directory, String node, Supplier<byte @Nullable []> frames)
            throws IOException {
        check(directory);
        DurableFiles.createDirectories(directory);
        Path inside = DataDirectory.restoring(directory);
        DurableFiles.createDirectories(inside);
        Identity identity = Identity.mint(node);
        DurableFiles.replace(inside.resolve(DataDirectory.IDENTITY), identity.text());
        RaftOptions options = RaftOptions.DEFAULT.withSnapshotsAfter(1, 1);
        try (RaftLog log = new RaftLog(inside, options)) {
            RestoredDirectory replica = new RestoredDirectory(frames);
            log.open(replica);
            log.propose(new Batch(0, 0, List.of()));
            replica.awaitWritten();
        }
        for (String name :
                List.of(DataDirectory.RAFT, DataDirectory.ACKNOWLEDGED, DataDirectory.IDENTITY)) {
            DurableFiles.move(inside.resolve(name), directory.resolve(name));
        }
        Files.delete(inside.resolve(DataDirectory.LOCK));
        Files.delete(inside);
        DurableFiles.syncDirectory(inside);
    }

    private void awaitWritten() throws IOException {
        try {
            written.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while writing the state", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The state could not be written", e);
        }
    }

    @Override
    public void restore(long at, InputStream snapshot) throws IOException {
        throw new IOException("A new directory has a snapshot already");
    }

    @Override
    public void committed(long at, Batch batch) {
        index = at;
    }

    @Override
    public void snapshotDue(SnapshotSink sink) {
        step(sink, index);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Success and failure are both handled.
    private void step(SnapshotSink sink, long at) {
        byte[] frame = frames.get();
        CompletableFuture<Void> done = frame == null ? sink.complete(at) : sink.write(frame);
        done.whenComplete((nothing, problem) -> {
            if (problem != null) {
                sink.abort(problem);
                written.completeExceptionally(problem);
            } else if (frame == null) {
                written.complete(null);
            } else {
                step(sink, at);
            }
        });
    }

    @Override
    public void failed(Throwable cause) {
        written.completeExceptionally(cause);
    }
}
