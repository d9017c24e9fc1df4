package io.holdfast.log.journal;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first sector of a segment: a mark, a version, the first index, the size of the file, the
 * cluster id and the CRC-32C of all that. The rest of the sector contains zeros.
 *
 * @param first the index of the first record, which is also the name of the file
 * @param size the size of the file, which is written with zeros before the segment begins
 */
record SegmentHead(long first, long size, UUID cluster) {

    static final int BYTES = Sectors.BYTES;

    private static final long MARK = 0x48464A4F55524E4CL;
    private static final int VERSION = 1;
    private static final int FIELDS_BYTES = 52;
    private static final int NAME_DIGITS = 20;
    private static final String SUFFIX = ".log";

    static boolean isName(String file) {
        return file.length() == NAME_DIGITS + SUFFIX.length()
                && file.endsWith(SUFFIX)
                && file.chars().limit(NAME_DIGITS).allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns the index of the first record by the name of the file. */
    static long firstOf(String name) {
        return Long.parseLong(name.substring(0, NAME_DIGITS));
    }

    /** Returns the name of the segment's file; names sort in the order of their records. */
    String name() {
        return String.format(Locale.ROOT, "%0" + NAME_DIGITS + "d", first) + SUFFIX;
    }

    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
        bytes.putLong(MARK).putInt(VERSION).putInt(0).putLong(first).putLong(size);
        bytes.putLong(cluster.getMostSignificantBits()).putLong(cluster.getLeastSignificantBits());
        bytes.putInt(checksum(bytes));
        return bytes.position(0).limit(BYTES);
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(FIELDS_BYTES - Integer.BYTES).position(0));
        return (int) crc.getValue();
    }

    /** Returns the head of a segment; null if it is damaged. */
    static @Nullable SegmentHead read(ByteBuffer bytes) {
        if (bytes.limit() < BYTES
                || bytes.getLong(0) != MARK
                || bytes.getInt(FIELDS_BYTES - Integer.BYTES) != checksum(bytes)
                || bytes.getInt(FIELDS_BYTES) != 0
                || !Sectors.zeros(bytes, FIELDS_BYTES + Integer.BYTES, BYTES)) {
            return null;
        }
        return new SegmentHead(
                bytes.getLong(16),
                bytes.getLong(24),
                new UUID(bytes.getLong(32), bytes.getLong(40)));
    }

    /** Returns the version of an intact head. */
    static int version(ByteBuffer bytes) {
        return bytes.getInt(Long.BYTES);
    }

    static boolean isNewer(ByteBuffer bytes) {
        return version(bytes) > VERSION;
    }
}
