package io.holdfast.log.journal;

import io.holdfast.log.journal.JournalFiles.JournalFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The next segment's file, which is written with zeros and synced before it is needed. Then a
 * record needs neither new disk space nor a change of the file's metadata.
 *
 * <p>Threading: all calls come from the thread that writes the journal; the file is prepared by the
 * executor.
 */
final class Spare {

    static final String NAME = "spare.tmp";

    private static final Logger LOG = LoggerFactory.getLogger(Spare.class);
    private static final int CHUNK_BYTES = 256 << 10;

    private final JournalFiles files;
    private final Executor executor;
    private @Nullable CompletableFuture<Ready> preparing;

    Spare(JournalFiles files, Executor executor) {
        this.files = files;
        this.executor = executor;
    }

    private record Ready(JournalFile file, long size) {}

    /** A segment without records. */
    record Begun(SegmentHead head, JournalFile file) {}

    /**
     * Begins to prepare a file, unless one is ready or in preparation. A failure, for example a
     * full disk, is reported, and the next call tries again.
     */
    void prepare(long size) {
        CompletableFuture<Ready> before = preparing;
        if (before == null || before.isCompletedExceptionally()) {
            preparing = CompletableFuture.supplyAsync(() -> inBackground(size), executor);
        }
    }

    private Ready inBackground(long size) {
        try {
            return create(size);
        } catch (IOException e) {
            LOG.warn(
                    "cannot prepare {} for the next {} bytes of the journal; retrying until the"
                            + " current segment is full: {}",
                    files.path(NAME),
                    size,
                    e.toString());
            throw new CompletionException(e);
        }
    }

    /** Returns the prepared file, or prepares one now if there is none of at least this size. */
    private Ready ready(long size) throws IOException {
        CompletableFuture<Ready> before = preparing;
        preparing = null;
        if (before != null) {
            Ready ready = before.handle((done, failure) -> done).join();
            if (ready != null && ready.size() >= size) {
                return ready;
            }
            if (ready != null) {
                ready.file().close();
            }
        }
        return create(size);
    }

    private Ready create(long size) throws IOException {
        files.delete(NAME);
        JournalFile file = files.create(NAME);
        try {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, size));
            for (long offset = 0; offset < size; offset += zeros.capacity()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - offset));
                file.write(zeros, offset);
            }
            file.sync();
            return new Ready(file, size);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Turns the prepared file into a segment. Its name is durable when this method returns, and its
     * header before that, so a file with the name of a segment has a complete header.
     */
    Begun begin(long first, long size, UUID cluster) throws IOException {
        Ready ready = ready(size);
        try {
            SegmentHead head = new SegmentHead(first, ready.size(), cluster);
            ready.file().write(head.bytes(), 0);
            ready.file().sync();
            files.rename(NAME, head.name());
            files.syncDirectory();
            return new Begun(head, ready.file());
        } catch (IOException | RuntimeException e) {
            ready.file().close();
            throw e;
        }
    }

    /** Deletes a file that was prepared and not used. */
    void discard() throws IOException {
        CompletableFuture<Ready> before = preparing;
        preparing = null;
        Ready ready =
                before == null ? null : before.handle((done, failure) -> done).join();
        if (ready != null) {
            ready.file().close();
        }
        files.delete(NAME);
    }
}
