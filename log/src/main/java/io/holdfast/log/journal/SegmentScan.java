package io.holdfast.log.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the records of one segment, and judges what follows the last intact one. */
final class SegmentScan {

    private final ByteBuffer bytes;
    private final SegmentHead head;
    private final RecordFormat format = new RecordFormat();

    private int at = SegmentHead.BYTES;
    private long next;

    /** @param bytes the whole file, with an intact head */
    SegmentScan(ByteBuffer bytes, SegmentHead head) {
        this.bytes = bytes;
        this.head = head;
        this.next = head.first();
    }

    /** What follows the last intact record. */
    enum End {
        /** Only zeros. */
        CLEAN,

        /** At least one sector of the next record never reached the disk. */
        UNFINISHED,

        /** Bytes that no unfinished write leaves. */
        DAMAGED
    }

    /** Returns whether there is an intact record at the current offset. */
    boolean atRecord() {
        return isIntact(at) && RecordFormat.index(bytes, at) == next;
    }

    private boolean isIntact(int offset) {
        return bytes.limit() - offset >= RecordFormat.HEAD_BYTES
                && format.headIntact(bytes, offset, head.first())
                && format.bodyIntact(bytes, offset);
    }

    /** Moves behind the current record. */
    void pass() {
        at = (int) RecordFormat.end(bytes, at);
        next++;
    }

    ByteBuffer body() {
        return RecordFormat.body(bytes, at);
    }

    /** Returns the highest index that the current record proves to be acknowledged. */
    long acknowledged() {
        return RecordFormat.acknowledged(bytes, at);
    }

    int offset() {
        return at;
    }

    /** Returns the index of the current or next record. */
    long index() {
        return next;
    }

    /** Judges the bytes after the last intact record. */
    End end() {
        int partEnd = (int) Math.min(bytes.limit(), Sectors.endOf(at));
        if (at == bytes.limit() || Sectors.zeros(bytes, at, bytes.limit())) {
            return End.CLEAN;
        }
        if (Sectors.zeros(bytes, at, partEnd)) {
            // The first sector of the write is missing, and later ones are not.
            return End.UNFINISHED;
        }
        if (bytes.limit() - at < RecordFormat.HEAD_BYTES
                || !format.headIntact(bytes, at, head.first())
                || RecordFormat.end(bytes, at) > bytes.limit()
                || format.bodyIntact(bytes, at)) {
            return End.DAMAGED;
        }
        return RecordFormat.isUnfinished(bytes, at) ? End.UNFINISHED : End.DAMAGED;
    }

    /** Returns the highest index that intact records after the end prove to be acknowledged. */
    long acknowledgedAfterEnd() {
        long proven = -1;
        int offset = at + Long.BYTES;
        while (offset < bytes.limit()) {
            if (bytes.getLong(offset) != 0
                    && isIntact(offset)
                    && RecordFormat.index(bytes, offset) > next) {
                proven = Math.max(proven, RecordFormat.acknowledged(bytes, offset));
                offset = (int) RecordFormat.end(bytes, offset);
            } else {
                offset += Long.BYTES;
            }
        }
        return proven;
    }

    /** Returns the offset after the last byte that is not zero, at a multiple of eight bytes. */
    int dataEnd() {
        int end = bytes.limit();
        while (end > at && bytes.getLong(end - Long.BYTES) == 0) {
            end -= Long.BYTES;
        }
        return end;
    }

    /** Returns the head's problem; null if the file is a complete segment of this journal. */
    static @Nullable String problem(ByteBuffer bytes, @Nullable SegmentHead head, String name) {
        if (head == null) {
            return "it does not begin with an intact segment header";
        }
        if (!head.name().equals(name)) {
            return "its header belongs to " + head.name();
        }
        if (head.size() != bytes.limit()) {
            return "it has " + bytes.limit() + " bytes, expected " + head.size();
        }
        return null;
    }
}
