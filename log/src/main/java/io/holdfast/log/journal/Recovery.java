package io.holdfast.log.journal;

import io.holdfast.core.bytes.MalformedBytesException;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.log.journal.JournalFiles.JournalFile;
import io.holdfast.log.storage.RecoveryAdvice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a journal after a start. The end of the last segment is cut only if it has the form of a
 * write that never finished, and nothing proves that it was acknowledged. Any other damage prevents
 * the start.
 */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final JournalFiles files;
    private final UUID cluster;
    private final long snapshotIndex;
    private final Visitor visitor;
    private long acknowledged;
    private long next;

    private Recovery(
            JournalFiles files,
            UUID cluster,
            long snapshotIndex,
            long acknowledged,
            Visitor visitor) {
        this.files = files;
        this.cluster = cluster;
        this.snapshotIndex = snapshotIndex;
        this.acknowledged = acknowledged;
        this.visitor = visitor;
    }

    /** Receives each record after the snapshot. */
    interface Visitor {
        void record(long index, ByteBuffer body) throws IOException;
    }

    /**
     * The recovered journal.
     *
     * @param last the last index of the log or the snapshot; zero for a new journal
     * @param segments the heads of all segments in order; empty for a new journal
     * @param open the last segment; null for a new journal
     * @param end the offset in it for the next record
     */
    record Recovered(
            long last, List<SegmentHead> segments, @Nullable JournalFile open, long end) {}

    /**
     * @param snapshotIndex the last index in the newest snapshot, or minus one
     * @param acknowledged an index that was certainly acknowledged, or minus one if none is known
     */
    static Recovered run(
            JournalFiles files,
            UUID cluster,
            long snapshotIndex,
            long acknowledged,
            Visitor visitor)
            throws IOException {
        return new Recovery(files, cluster, snapshotIndex, acknowledged, visitor).run();
    }

    private Recovered run() throws IOException {
        List<String> names = neededSegments();
        long covered = Math.max(snapshotIndex, 0);
        if (names.isEmpty()) {
            if (acknowledged >= 0) {
                throw missing(covered + 1, Math.max(acknowledged, covered + 1));
            }
            return new Recovered(covered, List.of(), null, 0);
        }
        acknowledged = Math.max(acknowledged, snapshotIndex);
        List<SegmentHead> heads = new ArrayList<>();
        for (String name : names.subList(0, names.size() - 1)) {
            try (JournalFile file = files.open(name)) {
                SegmentScan scan = read(heads, name, file.read());
                if (scan.end() != SegmentScan.End.CLEAN) {
                    throw damaged(name, scan, "and later segments follow");
                }
            }
        }
        return last(heads, names.getLast());
    }

    /** Deletes the segments that the snapshot covers, and returns the names of the others. */
    private List<String> neededSegments() throws IOException {
        List<String> names =
                files.names().stream().filter(SegmentHead::isName).sorted().toList();
        int from = 0;
        for (int i = 1; i < names.size(); i++) {
            if (SegmentHead.firstOf(names.get(i)) <= snapshotIndex + 1) {
                from = i;
            }
        }
        for (String old : names.subList(0, from)) {
            files.delete(old);
        }
        return names.subList(from, names.size());
    }

    private Recovered last(List<SegmentHead> heads, String name) throws IOException {
        JournalFile file = files.open(name);
        try {
            ByteBuffer bytes = file.read();
            Unproven unproven = new Unproven();
            SegmentScan scan = read(heads, name, bytes, unproven);
            int end = scan.offset();
            if (scan.end() != SegmentScan.End.CLEAN) {
                cut(name, scan, file);
            }
            if (next - 1 < acknowledged) {
                throw missing(next, acknowledged);
            }
            // After a failed sync, the page cache may hold bytes that are not on disk and that a
            // later sync does not write. So they are written again.
            int from = unproven.offset(acknowledged, end);
            file.write(bytes.slice(from, end - from), from);
            file.sync();
            // A process that was killed after the rename may not have synced the name.
            files.syncDirectory();
            return new Recovered(next - 1, heads, file, end);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** The offsets of the last segment's records. */
    private static final class Unproven {

        private final List<Integer> offsets = new ArrayList<>();
        private long first;

        void add(long index, int offset) {
            if (offsets.isEmpty()) {
                first = index;
            }
            offsets.add(offset);
        }

        /** Returns the offset after the records that are proven to be on disk. */
        int offset(long proven, int end) {
            long behind = Math.max(0, proven + 1 - first);
            return behind < offsets.size() ? offsets.get((int) behind) : end;
        }
    }

    private SegmentScan read(List<SegmentHead> heads, String name, ByteBuffer bytes)
            throws IOException {
        return read(heads, name, bytes, new Unproven());
    }

    private SegmentScan read(
            List<SegmentHead> heads, String name, ByteBuffer bytes, Unproven offsets)
            throws IOException {
        SegmentHead head = head(name, bytes);
        if (heads.isEmpty()) {
            next = head.first();
            if (next > Math.max(snapshotIndex, 0) + 1) {
                throw missing(Math.max(snapshotIndex, 0) + 1, next - 1);
            }
        } else if (head.first() != next) {
            throw missing(next, head.first() - 1);
        }
        heads.add(head);
        SegmentScan scan = new SegmentScan(bytes, head);
        while (scan.atRecord()) {
            acknowledged = Math.max(acknowledged, scan.acknowledged());
            offsets.add(scan.index(), scan.offset());
            if (scan.index() > snapshotIndex) {
                visit(name, scan);
            }
            scan.pass();
        }
        next = scan.index();
        return scan;
    }

    private void visit(String name, SegmentScan scan) throws IOException {
        try {
            visitor.record(scan.index(), scan.body());
        } catch (NewerFormatException e) {
            throw new IOException(e.getMessage(), e);
        } catch (MalformedBytesException e) {
            throw damaged(name, scan.offset(), "entry " + scan.index() + " cannot be read", e);
        }
    }

    private SegmentHead head(String name, ByteBuffer bytes) throws IOException {
        SegmentHead head = SegmentHead.read(bytes);
        String problem = SegmentScan.problem(bytes, head, name);
        if (head == null || problem != null) {
            int offset = head == null ? 0 : Math.min(bytes.limit(), SegmentHead.BYTES);
            throw damaged(name, offset, String.valueOf(problem), null);
        }
        if (SegmentHead.isNewer(bytes)) {
            throw new IOException(files.path(name) + " has format " + SegmentHead.version(bytes)
                    + ", which this version does not read. Start the version that wrote it");
        }
        if (!head.cluster().equals(cluster)) {
            throw damaged(name, 0, "it belongs to cluster " + head.cluster(), null);
        }
        return head;
    }

    private void cut(String name, SegmentScan scan, JournalFile file) throws IOException {
        long proven = Math.max(acknowledged, scan.acknowledgedAfterEnd());
        if (proven >= next) {
            throw damaged(
                    name, scan, "and was acknowledged, as was everything up to entry " + proven);
        }
        if (scan.end() == SegmentScan.End.DAMAGED) {
            throw damaged(
                    name, scan, "and it was written completely, so it may have been acknowledged");
        }
        LOG.warn(
                "{} ends in an unfinished write that was never acknowledged: cutting from entry {}"
                        + " at offset {}",
                files.path(name),
                next,
                scan.offset());
        file.write(ByteBuffer.allocate(scan.dataEnd() - scan.offset()), scan.offset());
        file.sync();
    }

    private IOException missing(long from, long to) {
        return new IOException("The journal " + files.path("") + " lacks the entries " + from
                + " to " + to + ", which were acknowledged" + RecoveryAdvice.DAMAGED);
    }

    private IOException damaged(String name, SegmentScan scan, String what) {
        String entry = "entry " + scan.index() + " is not intact, " + what;
        return damaged(name, scan.offset(), entry, null);
    }

    private IOException damaged(String name, int offset, String what, @Nullable Exception cause) {
        return new IOException(
                files.path(name) + " is damaged at offset " + offset + ": " + what
                        + RecoveryAdvice.DAMAGED,
                cause);
    }
}
