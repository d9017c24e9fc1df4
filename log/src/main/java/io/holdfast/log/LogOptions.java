package io.holdfast.log;

/**
 * The options of the durable log.
 *
 * @param inFlightMax the useful number of batches in flight
 * @param snapshotBytes a snapshot is taken when the log has grown by this size since the last one
 * @param snapshotEntries or by this number of entries
 * @param segmentBytes the size at which a new segment begins; the log is purged by whole segments,
 *     so this much of it always stays
 * @param batchBytesMax the largest batch that can be stored
 */
public record LogOptions(
        int inFlightMax,
        long snapshotBytes,
        long snapshotEntries,
        long segmentBytes,
        int batchBytesMax) {

    private static final long MEBIBYTE = 1L << 20;

    /** Replaying this much takes about a second. */
    public static final LogOptions DEFAULT =
            new LogOptions(4, 16 * MEBIBYTE, 20_000, 8 * MEBIBYTE, (int) (2 * MEBIBYTE));

    public LogOptions {
        if (inFlightMax < 1 || snapshotBytes < 1 || snapshotEntries < 1) {
            throw new IllegalArgumentException("Each limit of the log must be at least one");
        }
        if (segmentBytes < 4096 || batchBytesMax < 1024) {
            throw new IllegalArgumentException(
                    "A segment must have at least 4096 bytes, and a batch limit at least 1024");
        }
    }

    public LogOptions withSnapshotsAfter(long bytes, long entries) {
        return new LogOptions(inFlightMax, bytes, entries, segmentBytes, batchBytesMax);
    }

    public LogOptions withSegmentBytes(long bytes) {
        return new LogOptions(inFlightMax, snapshotBytes, snapshotEntries, bytes, batchBytesMax);
    }
}
