package io.holdfast.log.ratis;

/**
 * Distinguishes a write that never reached the disk from one that did and was damaged later. A
 * power failure leaves whole sectors unchanged, which in a segment are zeros. A write that failed
 * halfway is followed by zeros or by the end of the file. A write without such a hole was once
 * complete, and may have been acknowledged.
 */
final class UnfinishedWrite {

    /** The smallest unit that a disk writes completely or not at all. */
    private static final int SECTOR_BYTES = 512;

    private UnfinishedWrite() {}

    static boolean at(SegmentReader segment, int offset, long index) {
        if (segment.intactButForItsLength(offset, index)) {
            return false;
        }
        int sectorEnd = (offset / SECTOR_BYTES + 1) * SECTOR_BYTES;
        if (segment.zeros(offset, Math.min(offset + 1, segment.length()))) {
            return segment.zeros(offset, Math.min(sectorEnd, segment.length()));
        }
        long end = segment.claimedEnd(offset);
        if (end > segment.length()) {
            return true;
        }
        return hole(segment, sectorEnd, (int) end) || cutShort(segment, offset, (int) end);
    }

    private static boolean hole(SegmentReader segment, int from, int end) {
        for (int sector = from; sector + SECTOR_BYTES <= end; sector += SECTOR_BYTES) {
            if (segment.zeros(sector, sector + SECTOR_BYTES)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the entry is correct up to some byte, and zeros from there on. */
    private static boolean cutShort(SegmentReader segment, int offset, int end) {
        int stored = segment.intAt(end - Integer.BYTES);
        if (stored == 0) {
            return true;
        }
        int right = segment.checksum(offset, end);
        for (int lost = 1; lost < Integer.BYTES; lost++) {
            if (stored == right >>> 8 * lost << 8 * lost) {
                return true;
            }
        }
        return false;
    }
}
