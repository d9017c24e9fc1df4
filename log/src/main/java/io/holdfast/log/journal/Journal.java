package io.holdfast.log.journal;

import io.holdfast.log.journal.JournalFiles.JournalFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Appends records to the last segment. Records are gathered in a buffer, which one write and one
 * sync bring to the disk. After an exception the journal must not be used any more, because a sync
 * after a failed one may report success although data is lost.
 *
 * <p>Threading: one thread, except {@link #retire}.
 */
final class Journal implements AutoCloseable {

    /** Larger batches get a buffer of their size. */
    private static final int BUFFER_BYTES = 256 << 10;

    /** The first segment of a new journal is small, so that the first start is fast. */
    private static final long FIRST_SEGMENT_BYTES = 1 << 20;

    private final JournalFiles files;
    private final UUID cluster;
    private final long segmentBytes;
    private final Spare spare;
    private final RecordFormat format = new RecordFormat();
    private final NavigableMap<Long, String> segments = new ConcurrentSkipListMap<>();

    private @Nullable JournalFile open;
    private long first;
    private long size;

    /** The offset of the buffer's first byte in the segment. */
    private long offset;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private long last;
    private long synced;

    /** The offset from which the next segment is prepared. */
    private long prepareAt;

    /** @param executor prepares the next segment */
    Journal(
            JournalFiles files,
            UUID cluster,
            long segmentBytes,
            Executor executor,
            Recovery.Recovered recovered)
            throws IOException {
        this.files = files;
        this.cluster = cluster;
        this.segmentBytes = roundUp(segmentBytes);
        this.spare = new Spare(files, executor);
        this.last = recovered.last();
        this.synced = recovered.last();
        recovered.segments().forEach(head -> segments.put(head.first(), head.name()));
        JournalFile found = recovered.open();
        if (found == null) {
            begin(Math.min(this.segmentBytes, FIRST_SEGMENT_BYTES));
        } else {
            open(recovered.segments().getLast(), found, recovered.end());
        }
    }

    private static long roundUp(long bytes) {
        return (bytes + Sectors.BYTES - 1) / Sectors.BYTES * Sectors.BYTES;
    }

    private void open(SegmentHead head, JournalFile file, long end) {
        open = file;
        first = head.first();
        size = head.size();
        offset = end;
        prepareAt = size / 2;
        segments.put(first, head.name());
    }

    private void begin(long bytes) throws IOException {
        JournalFile full = open;
        Spare.Begun begun = spare.begin(last + 1, bytes, cluster);
        open(begun.head(), begun.file(), SegmentHead.BYTES);
        if (full != null) {
            full.close();
        }
    }

    /** Returns whether the record can be added before the next sync. */
    boolean fits(byte[] body) {
        long bytes = RecordFormat.bytes(body.length);
        return bytes <= buffer.remaining() && offset + buffer.position() + bytes <= size;
    }

    /** Makes room for a record after a sync. */
    void makeRoom(byte[] body) throws IOException {
        long bytes = RecordFormat.bytes(body.length);
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
        }
        if (offset + bytes > size) {
            begin(Math.max(segmentBytes, roundUp(SegmentHead.BYTES + bytes)));
        }
    }

    /** Adds a record that {@link #fits}, and returns its index. */
    long add(byte[] body) {
        last++;
        format.put(buffer, first, offset + buffer.position(), last, synced, body);
        return last;
    }

    /** Brings all added records to the disk. */
    void sync() throws IOException {
        JournalFile file = open;
        if (file == null || buffer.position() == 0) {
            return;
        }
        int bytes = buffer.flip().limit();
        file.write(buffer, offset);
        file.sync();
        offset += bytes;
        buffer.clear();
        synced = last;
        if (offset >= prepareAt) {
            // If it fails, the next attempt waits until more of this segment is used.
            prepareAt = offset + size / 16;
            spare.prepare(segmentBytes);
        }
    }

    /** Returns the last index on disk. */
    long synced() {
        return synced;
    }

    /** Deletes the segments whose records are all covered by a durable snapshot; any thread. */
    void retire(long covered) throws IOException {
        Map.Entry<Long, String> oldest = segments.firstEntry();
        while (oldest != null) {
            Long next = segments.higherKey(oldest.getKey());
            if (next == null || next > covered + 1) {
                return;
            }
            files.delete(oldest.getValue());
            segments.remove(oldest.getKey());
            oldest = segments.firstEntry();
        }
    }

    @Override
    public void close() throws IOException {
        spare.discard();
        JournalFile file = open;
        if (file != null) {
            file.close();
        }
    }
}
