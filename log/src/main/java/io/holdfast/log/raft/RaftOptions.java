package io.holdfast.log.raft;

/**
 * What may be chosen about the durable log.
 *
 * @param inFlightMax batches that are worth having under way at once
 * @param snapshotBytes a snapshot is due when the log has grown by so many bytes since the last one
 * @param snapshotEntries or by so many entries
 * @param segmentBytes the size at which a new file of the log is begun; the log is cut back by
 *     whole files, so that this much of it always stays
 * @param batchBytesMax the largest batch that can be kept
 */
public record RaftOptions(
        int inFlightMax,
        long snapshotBytes,
        long snapshotEntries,
        long segmentBytes,
        int batchBytesMax) {

    private static final long MEBIBYTE = 1L << 20;

    /** Replaying that much takes about a second. */
    public static final RaftOptions DEFAULT =
            new RaftOptions(4, 16 * MEBIBYTE, 20_000, 8 * MEBIBYTE, (int) (2 * MEBIBYTE));

    public RaftOptions {
        if (inFlightMax < 1 || snapshotBytes < 1 || snapshotEntries < 1) {
            throw new IllegalArgumentException("Each limit of the log is at least one");
        }
        if (segmentBytes < 4096 || batchBytesMax < 1024) {
            throw new IllegalArgumentException(
                    "A segment has at least 4096 bytes, and a batch may have at least 1024");
        }
    }

    public RaftOptions withSnapshotsAfter(long bytes, long entries) {
        return new RaftOptions(inFlightMax, bytes, entries, segmentBytes, batchBytesMax);
    }

    public RaftOptions withSegmentBytes(long bytes) {
        return new RaftOptions(inFlightMax, snapshotBytes, snapshotEntries, bytes, batchBytesMax);
    }
}
