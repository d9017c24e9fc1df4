package io.holdfast.log.ratis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one of Ratis's segments: a header of eight bytes, then for each entry its length as a
 * varint, its protobuf message and the CRC-32C over both. Zeros fill the rest of the file.
 */
final class SegmentReader {

    static final byte[] HEAD = "RaftLog1".getBytes(StandardCharsets.UTF_8);

    private static final int TERM_TAG = 0x08;
    private static final int INDEX_TAG = 0x10;
    private static final int VARINT_BYTES_MAX = 5;

    private final byte[] bytes;
    private final int entryBytesMax;
    private final ToLongFunction<ByteString> acknowledgedBy;
    private final CRC32C crc = new CRC32C();

    /** @param acknowledgedBy reads the index that the content of an entry proves acknowledged */
    SegmentReader(byte[] bytes, int entryBytesMax, ToLongFunction<ByteString> acknowledgedBy) {
        this.bytes = bytes;
        this.entryBytesMax = entryBytesMax;
        this.acknowledgedBy = acknowledgedBy;
    }

    /**
     * An intact entry.
     *
     * @param acknowledged the index that it proves to be acknowledged, or minus one
     * @param configuration the entry itself if it contains the members of the group, or null
     * @param end the offset after the entry
     */
    record Intact(
            long term,
            long index,
            long acknowledged,
            @Nullable LogEntryProto configuration,
            int end) {}

    /**
     * The position where reading stopped.
     *
     * @param offset the first byte that is not part of an intact entry
     * @param index the index that the next entry has or would have
     * @param fault what is wrong there; null if only zeros follow
     */
    record Walk(
            int offset,
            long index,
            long term,
            long acknowledged,
            @Nullable String fault) {}

    boolean headIntact() {
        return headLength() == HEAD.length;
    }

    /** Returns whether the process ended before the header was written completely. */
    boolean headUnfinished() {
        return zeros(headLength(), bytes.length);
    }

    private int headLength() {
        int length = Math.min(HEAD.length, bytes.length);
        int mismatch = Arrays.mismatch(bytes, 0, length, HEAD, 0, length);
        return mismatch < 0 ? length : mismatch;
    }

    /** Reads entries until an invalid one. */
    Walk walk(long first) {
        int offset = HEAD.length;
        long index = first;
        long term = 0;
        long acknowledged = -1;
        while (offset < bytes.length && bytes[offset] != 0) {
            Intact entry = intactAt(offset);
            if (entry == null) {
                return new Walk(
                        offset, index, term, acknowledged, "it does not match its checksum");
            }
            if (entry.index() != index || entry.term() < term) {
                String found = "entry " + entry.index() + " of term " + entry.term();
                return new Walk(offset, index, term, acknowledged, found + " was found instead");
            }
            offset = entry.end();
            index++;
            term = entry.term();
            acknowledged = Math.max(acknowledged, entry.acknowledged());
        }
        String fault = zeros(offset, bytes.length) ? null : "data follows the end of the log";
        return new Walk(offset, index, term, acknowledged, fault);
    }

    /** Returns the entry at the offset if it is intact. */
    @Nullable
    Intact intactAt(int offset) {
        int at = offset;
        int length = 0;
        int shift = 0;
        int octet;
        do {
            if (at == bytes.length || shift == 7 * VARINT_BYTES_MAX) {
                return null;
            }
            octet = bytes[at++];
            length |= (octet & 0x7f) << shift;
            shift += 7;
        } while (octet < 0);
        if (length <= 0 || length > entryBytesMax || length > bytes.length - at - Integer.BYTES) {
            return null;
        }
        int end = at + length;
        crc.reset();
        crc.update(bytes, offset, end - offset);
        return (int) crc.getValue() == intAt(end) ? parse(at, length) : null;
    }

    private @Nullable Intact parse(int at, int length) {
        try {
            LogEntryProto entry = LogEntryProto.parser().parseFrom(bytes, at, length);
            long acknowledged = entry.hasStateMachineLogEntry()
                    ? acknowledgedBy.applyAsLong(entry.getStateMachineLogEntry().getLogData())
                    : -1;
            int end = at + length + Integer.BYTES;
            LogEntryProto configuration = entry.hasConfigurationEntry() ? entry : null;
            return new Intact(entry.getTerm(), entry.getIndex(), acknowledged, configuration, end);
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the highest index that entries after a damaged one prove acknowledged. */
    long acknowledgedAfter(int offset, long index) {
        long acknowledged = -1;
        for (int at = offset + 1; at < bytes.length - 2; at++) {
            if (looksLikeEntry(at)) {
                Intact entry = intactAt(at);
                if (entry != null && entry.index() > index) {
                    acknowledged = Math.max(acknowledged, entry.acknowledged());
                    at = entry.end() - 1;
                }
            }
        }
        return acknowledged;
    }

    private boolean looksLikeEntry(int offset) {
        for (int at = offset; at < Math.min(offset + VARINT_BYTES_MAX, bytes.length - 1); at++) {
            if (bytes[at] >= 0) {
                return bytes[at + 1] == TERM_TAG;
            }
        }
        return false;
    }

    /**
     * Returns whether the entry is intact except for its length. The message also determines its
     * own end, so that a wrong length does not look like an unfinished write.
     */
    boolean intactButForItsLength(int offset, long index) {
        for (int start = offset + 1; start <= offset + VARINT_BYTES_MAX; start++) {
            int end = messageEnd(start, index);
            if (end > 0) {
                byte[] length = new byte[CodedOutputStream.computeUInt32SizeNoTag(end - start)];
                try {
                    CodedOutputStream.newInstance(length).writeUInt32NoTag(end - start);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                crc.reset();
                crc.update(length);
                crc.update(bytes, start, end - start);
                if ((int) crc.getValue() == intAt(end)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the end of a message of term, index and one body; minus one if there is none. */
    private int messageEnd(int start, long index) {
        ByteBuffer in = ByteBuffer.wrap(bytes).position(Math.min(start, bytes.length));
        if (in.remaining() < 2 || in.get() != TERM_TAG || varint(in) <= 0) {
            return -1;
        }
        if (index > 0 && (!in.hasRemaining() || in.get() != INDEX_TAG || varint(in) != index)) {
            return -1;
        }
        long body = in.hasRemaining() && in.get() > INDEX_TAG ? varint(in) : -1;
        return body < 0 || body > in.remaining() - Integer.BYTES ? -1 : in.position() + (int) body;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64 && in.hasRemaining(); shift += 7) {
            byte octet = in.get();
            value |= (octet & 0x7fL) << shift;
            if (octet >= 0) {
                return value;
            }
        }
        return -1;
    }

    int intAt(int offset) {
        return ByteBuffer.wrap(bytes).getInt(offset);
    }

    boolean zeros(int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] != 0) {
                return false;
            }
        }
        return true;
    }

    int length() {
        return bytes.length;
    }

    /** Returns the offset after the entry by its length alone; it may be past the end. */
    long claimedEnd(int offset) {
        ByteBuffer in = ByteBuffer.wrap(bytes).position(offset);
        long length = varint(in);
        return length < 0 ? Long.MAX_VALUE : in.position() + length + Integer.BYTES;
    }

    /** Returns the correct checksum of the entry. */
    int checksum(int offset, int end) {
        crc.reset();
        crc.update(bytes, offset, end - Integer.BYTES - offset);
        return (int) crc.getValue();
    }
}
