package io.holdfast.log.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The format of a record. All numbers are big-endian, and records begin at multiples of eight
 * bytes.
 *
 * <pre>
 * 0   length of the body (4 bytes)
 * 4   number of sparse parts: parts between sector boundaries with at most one bit that is one (2)
 * 6   check: a CRC of the six bytes before, the segment and the offset; never zero (2)
 * 8   index (8)
 * 16  index minus the highest acknowledged index when it was written (4)
 * 20  CRC-32C of everything else in the record (4)
 * 24  body, filled up with one to eight bytes 255 to a multiple of eight bytes
 * </pre>
 *
 * <p>Zeros follow the last record, because a segment is written with zeros before it is used. So a
 * sector of a write that did not reach the disk contains zeros. A record with more parts of zeros
 * than it has sparse parts was not written completely. A record with a wrong checksum and no more
 * of them was damaged later, because one changed bit turns only a sparse part into zeros.
 */
final class RecordFormat {

    static final int HEAD_BYTES = 24;

    private static final int CHECK_AT = 6;
    private static final int INDEX_AT = 8;
    private static final int BEHIND_AT = 16;
    private static final int CRC_AT = 20;
    private static final int SHORT_MASK = 0xFFFF;
    private static final byte FILLER = -1;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer checked = ByteBuffer.allocate(3 * Long.BYTES);

    /** Returns the size of a record with a body of the given length. */
    static long bytes(int length) {
        return HEAD_BYTES + (length / 8 + 1L) * 8;
    }

    /**
     * Appends a record to the buffer.
     *
     * @param first the first index of the segment
     * @param offset the offset of the record in the segment
     */
    void put(ByteBuffer out, long first, long offset, long index, long acknowledged, byte[] body) {
        int start = out.position();
        out.putInt(body.length).putInt(0).putLong(index);
        out.putInt(Math.toIntExact(index - acknowledged)).putInt(0).put(body);
        do {
            out.put(FILLER);
        } while (out.position() % Long.BYTES != start % Long.BYTES);
        int end = out.position();
        int sparse = Sectors.parts(out, start, end, offset, 1);
        out.putShort(start + Integer.BYTES, (short) sparse);
        out.putShort(start + CHECK_AT, check(out, start, first, offset));
        out.putInt(start + CRC_AT, checksum(out, start, end));
    }

    private short check(ByteBuffer bytes, int start, long first, long offset) {
        crc.reset();
        checked.clear();
        checked.putLong(first).putLong(offset);
        checked.putLong(bytes.getLong(start) & ~(long) SHORT_MASK);
        crc.update(checked.array());
        long value = crc.getValue();
        short folded = (short) (value ^ value >>> Short.SIZE);
        return folded == 0 ? 1 : folded;
    }

    private int checksum(ByteBuffer bytes, int start, int end) {
        crc.reset();
        crc.update(bytes.duplicate().limit(start + CRC_AT).position(start));
        crc.update(bytes.duplicate().limit(end).position(start + HEAD_BYTES));
        return (int) crc.getValue();
    }

    /** Returns whether length and number of sparse parts are those that were written here. */
    boolean headIntact(ByteBuffer segment, int at, long first) {
        return length(segment, at) > 0
                && segment.getShort(at + CHECK_AT) == check(segment, at, first, at);
    }

    /** Returns whether a record with an intact head is intact. */
    boolean bodyIntact(ByteBuffer segment, int at) {
        long end = end(segment, at);
        return end <= segment.limit()
                && segment.getInt(at + CRC_AT) == checksum(segment, at, (int) end)
                && segment.getInt(at + BEHIND_AT) > 0;
    }

    static int length(ByteBuffer segment, int at) {
        return segment.getInt(at);
    }

    static long end(ByteBuffer segment, int at) {
        return at + bytes(length(segment, at));
    }

    /** Returns whether a record with an intact head has a sector that never reached the disk. */
    static boolean isUnfinished(ByteBuffer segment, int at) {
        int sparse = segment.getShort(at + Integer.BYTES) & SHORT_MASK;
        return Sectors.parts(segment, at, (int) end(segment, at), at, 0) > sparse;
    }

    static long index(ByteBuffer segment, int at) {
        return segment.getLong(at + INDEX_AT);
    }

    /** Returns the highest index that the record proves to be acknowledged. */
    static long acknowledged(ByteBuffer segment, int at) {
        return index(segment, at) - segment.getInt(at + BEHIND_AT);
    }

    static ByteBuffer body(ByteBuffer segment, int at) {
        return segment.slice(at + HEAD_BYTES, length(segment, at));
    }
}
