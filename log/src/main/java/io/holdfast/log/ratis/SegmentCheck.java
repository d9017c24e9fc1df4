package io.holdfast.log.ratis;

import io.holdfast.log.storage.DurableFiles;
import io.holdfast.log.storage.RecoveryAdvice;
import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the whole log before Ratis reads it, because Ratis checks less: it silently ends a
 * segment at a damaged length that points past the end of the file, deletes a segment in which it
 * cannot read any entry, and rejects an end that a power failure has torn off. Here an end is
 * truncated only if nothing in it was acknowledged; any other damage prevents the start.
 */
public final class SegmentCheck {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentCheck.class);
    private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
    private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");

    private final Path directory;
    private final long snapshotIndex;
    private final int entryBytesMax;
    private final ToLongFunction<ByteString> acknowledgedBy;
    private long acknowledged;
    private long next;
    private long term;

    private SegmentCheck(
            Path directory,
            long snapshotIndex,
            long acknowledged,
            int entryBytesMax,
            ToLongFunction<ByteString> acknowledgedBy) {
        this.directory = directory;
        this.snapshotIndex = snapshotIndex;
        this.acknowledged = acknowledged;
        this.entryBytesMax = entryBytesMax;
        this.acknowledgedBy = acknowledgedBy;
    }

    private record Segment(Path file, long first, long last, boolean open) {}

    /**
     * Checks the segments and truncates an unfinished end.
     *
     * @param snapshotIndex the last index in the newest snapshot, or minus one
     * @param acknowledged an index that was certainly acknowledged, or minus one
     * @param acknowledgedBy reads the index that the content of an entry proves acknowledged
     */
    public static void check(
            Path directory,
            long snapshotIndex,
            long acknowledged,
            int entryBytesMax,
            ToLongFunction<ByteString> acknowledgedBy)
            throws IOException {
        new SegmentCheck(directory, snapshotIndex, acknowledged, entryBytesMax, acknowledgedBy)
                .run();
    }

    private void run() throws IOException {
        List<Segment> segments = segments();
        next = segments.isEmpty() ? snapshotIndex + 1 : segments.getFirst().first();
        if (next > snapshotIndex + 1) {
            throw missing(snapshotIndex + 1, next - 1);
        }
        for (Segment segment : segments) {
            if (segment.first() != next) {
                throw missing(next, segment.first() - 1);
            }
            check(segment, segment == segments.getLast());
        }
        if (Math.max(next - 1, snapshotIndex) < acknowledged) {
            throw missing(next, acknowledged);
        }
        checkTerm();
    }

    private List<Segment> segments() throws IOException {
        List<Segment> segments = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "log_*")) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    Matcher closed = CLOSED.matcher(name);
                    Matcher open = OPEN.matcher(name);
                    if (closed.matches()) {
                        long last = Long.parseLong(closed.group(2));
                        segments.add(
                                new Segment(file, Long.parseLong(closed.group(1)), last, false));
                    } else if (open.matches()) {
                        segments.add(new Segment(file, Long.parseLong(open.group(1)), -1, true));
                    }
                }
            }
        }
        segments.sort(Comparator.comparingLong(Segment::first));
        return segments;
    }

    private void check(Segment segment, boolean last) throws IOException {
        SegmentReader reader = new SegmentReader(
                Files.readAllBytes(segment.file()), entryBytesMax, acknowledgedBy);
        if (!reader.headIntact()) {
            if (!segment.open() || !last || !reader.headUnfinished()) {
                throw damaged(segment, 0, "the file does not start with a log header");
            }
            return;
        }
        SegmentReader.Walk walk = reader.walk(segment.first());
        if (walk.fault() != null) {
            if (!segment.open() || !last) {
                throw damaged(segment, walk.offset(), entry(walk) + walk.fault());
            }
            cut(segment, reader, walk);
        }
        if (!segment.open() && walk.index() != segment.last() + 1) {
            throw damaged(segment, walk.offset(), "it ends before entry " + walk.index());
        }
        if (walk.term() < term && walk.index() > segment.first()) {
            throw damaged(segment, SegmentReader.HEAD.length, "its term is lower than before");
        }
        if (segment.open() && !last) {
            close(segment, walk.index() - 1);
        }
        next = walk.index();
        term = Math.max(term, walk.term());
        acknowledged = Math.max(acknowledged, walk.acknowledged());
    }

    /** Renames a segment whose new name was not durable when the power failed. */
    private static void close(Segment segment, long last) throws IOException {
        String name = "log_" + segment.first() + "-" + last;
        if (last < segment.first()) {
            throw damaged(segment, SegmentReader.HEAD.length, "it is empty, but not the last");
        }
        DurableFiles.move(segment.file(), segment.file().resolveSibling(name));
    }

    private void cut(Segment segment, SegmentReader reader, SegmentReader.Walk walk)
            throws IOException {
        long proven = Math.max(
                Math.max(acknowledged, walk.acknowledged()),
                reader.acknowledgedAfter(walk.offset(), walk.index()));
        if (proven >= walk.index()) {
            throw damaged(
                    segment,
                    walk.offset(),
                    entry(walk) + walk.fault()
                            + ", and was acknowledged, as was everything up to entry " + proven);
        }
        if (!UnfinishedWrite.at(reader, walk.offset(), walk.index())) {
            throw damaged(
                    segment,
                    walk.offset(),
                    entry(walk) + walk.fault()
                            + ", and it was written completely, so it may have been acknowledged");
        }
        LOG.warn(
                "{} ends in an unfinished write that was never acknowledged: truncating from entry"
                        + " {} at offset {}",
                segment.file(),
                walk.index(),
                walk.offset());
        try (FileChannel channel = FileChannel.open(segment.file(), StandardOpenOption.WRITE)) {
            channel.truncate(walk.offset());
            channel.force(true);
        }
    }

    private static String entry(SegmentReader.Walk walk) {
        return "entry " + walk.index() + " is damaged: ";
    }

    /** Checks the stored term: with a lower one, new entries could pass for older ones. */
    private void checkTerm() throws IOException {
        Path file = directory.resolve(GroupFiles.TERM);
        if (!Files.exists(file)) {
            if (next > 0) {
                throw new IOException(file + " is missing" + RecoveryAdvice.DAMAGED);
            }
            return;
        }
        Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            values.load(reader);
            if (Long.parseLong(values.getProperty(GroupFiles.TERM_KEY, "")) >= term) {
                return;
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(file + " is damaged" + RecoveryAdvice.DAMAGED, e);
        }
        throw new IOException(file + " is damaged: its term is lower than the log's term " + term
                + RecoveryAdvice.DAMAGED);
    }

    private IOException missing(long from, long to) {
        return new IOException("The log in " + directory + " lacks the entries " + from + " to "
                + to + ", which were acknowledged" + RecoveryAdvice.DAMAGED);
    }

    private static IOException damaged(Segment segment, long offset, String what) {
        return new IOException(segment.file() + " is damaged at offset " + offset + ": " + what
                + RecoveryAdvice.DAMAGED);
    }
}
