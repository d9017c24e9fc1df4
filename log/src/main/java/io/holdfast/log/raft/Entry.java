package io.holdfast.log.raft;

import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.value.Origin;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * The content of the log at one index: a version, the index that was acknowledged when the entry
 * was proposed, and one batch, or several with their lengths. The acknowledged index later proves
 * which entries must not be missing, without additional syncs.
 *
 * @param batches kept decoded, so that a leader does not decode what it has just encoded
 */
record Entry(List<Batch> batches, ByteString bytes) implements Message {

    private static final int ONE_BATCH = 1;
    private static final int SEVERAL_BATCHES = 2;
    private static final int HEAD_BYTES = 1 + Long.BYTES;

    static Entry of(Batch batch, long acknowledged, byte[] encoded) {
        ByteBuffer out = begin(ONE_BATCH, acknowledged, encoded.length);
        out.put(encoded);
        return new Entry(List.of(batch), UnsafeByteOperations.unsafeWrap(out.flip()));
    }

    /** Combines entries of one batch each into one entry, in their order. */
    static Entry of(List<Entry> several, long acknowledged) {
        if (several.size() == 1) {
            return several.getFirst();
        }
        int length = several.stream().mapToInt(Entry::bytesAmongOthers).sum();
        ByteBuffer out = begin(SEVERAL_BATCHES, acknowledged, length);
        List<Batch> batches = new ArrayList<>(several.size());
        for (Entry entry : several) {
            ByteBuffer encoded = body(entry.bytes, ONE_BATCH);
            out.putInt(encoded.remaining()).put(encoded);
            batches.addAll(entry.batches);
        }
        return new Entry(batches, UnsafeByteOperations.unsafeWrap(out.flip()));
    }

    private static ByteBuffer begin(int version, long acknowledged, int length) {
        return ByteBuffer.allocate(HEAD_BYTES + length).put((byte) version).putLong(acknowledged);
    }

    /** Returns the size of this entry's batch in an entry with several. */
    int bytesAmongOthers() {
        return bytes.size() - HEAD_BYTES + Integer.BYTES;
    }

    /** Returns the same batches with the leader's log time. */
    Entry stamped(long timeNanos, long wallMillis) {
        byte[] copy = bytes.toByteArray();
        for (ByteBuffer encoded : encoded(ByteBuffer.wrap(copy))) {
            BatchCodec.stamp(encoded, timeNanos, wallMillis);
        }
        return new Entry(
                batches.stream().map(batch -> batch.at(timeNanos, wallMillis)).toList(),
                UnsafeByteOperations.unsafeWrap(copy));
    }

    /** Returns the origin of the entry's first command; null if it has none. */
    @Nullable
    Origin sender() {
        List<Proposal> proposals = batches.getFirst().proposals();
        return proposals.isEmpty() ? null : proposals.getFirst().origin();
    }

    /** Returns the index that was acknowledged when the entry was proposed. */
    static long acknowledged(ByteString bytes) {
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        version(buffer);
        return buffer.getLong(1);
    }

    static Entry read(ByteString bytes, BatchBytes codec) {
        return new Entry(
                encoded(bytes.asReadOnlyByteBuffer()).stream()
                        .map(codec::decode)
                        .toList(),
                bytes);
    }

    private static ByteBuffer body(ByteString bytes, int expected) {
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        if (version(buffer) != expected) {
            throw new IllegalArgumentException("A nested entry must have one batch");
        }
        return buffer.position(HEAD_BYTES).slice();
    }

    /** Returns each batch of the entry, still encoded. */
    private static List<ByteBuffer> encoded(ByteBuffer entry) {
        int version = version(entry);
        entry.position(HEAD_BYTES);
        if (version == ONE_BATCH) {
            return List.of(entry.slice());
        }
        List<ByteBuffer> found = new ArrayList<>();
        while (entry.hasRemaining()) {
            int length = entry.remaining() < Integer.BYTES ? -1 : entry.getInt();
            if (length < 0 || length > entry.remaining()) {
                throw new IllegalArgumentException("An entry ends within a batch");
            }
            found.add(entry.slice(entry.position(), length));
            entry.position(entry.position() + length);
        }
        return found;
    }

    private static int version(ByteBuffer entry) {
        int version = entry.remaining() < HEAD_BYTES ? -1 : entry.get(0);
        if (version != ONE_BATCH && version != SEVERAL_BATCHES) {
            throw new IllegalArgumentException(
                    "Entry format " + version + " is unknown, expected at most " + SEVERAL_BATCHES);
        }
        return version;
    }

    @Override
    public ByteString getContent() {
        return bytes;
    }

    /** Omits the content: Ratis logs requests, and a batch contains secrets. */
    @Override
    public String toString() {
        return "Entry[" + bytes.size() + " bytes]";
    }
}
