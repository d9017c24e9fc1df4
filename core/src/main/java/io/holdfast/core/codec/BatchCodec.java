package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a batch: a version, the two times, the batch number, then each proposal. Most
 * proposals of a batch come from one process, and many from one client, so origin and actor are
 * only written when they change.
 */
public final class BatchCodec {

    /** The offset of the two times, which is the same in all versions. */
    private static final int TIME_OFFSET = 1;

    private static final int SAME_PROCESS = 1;
    private static final int SAME_ACTOR = 2;
    private static final int HAS_REQUEST = 4;

    private BatchCodec() {}

    public static byte[] encode(Batch batch) {
        ByteWriter out = new ByteWriter(64 + 96 * batch.proposals().size(), batch.format());
        out.put(batch.format());
        out.putLong(batch.timeNanos());
        out.putLong(batch.wallMillis());
        out.putCount(batch.number());
        out.putCount(batch.proposals().size());
        Proposal last = null;
        for (Proposal proposal : batch.proposals()) {
            encode(proposal, last, out);
            last = proposal;
        }
        return out.toBytes();
    }

    /** Overwrites the times of an encoded batch. */
    public static void stamp(ByteBuffer encoded, long timeNanos, long wallMillis) {
        int at = encoded.position() + TIME_OFFSET;
        encoded.putLong(at, timeNanos).putLong(at + Long.BYTES, wallMillis);
    }

    /** Reads a batch of any format up to {@code formatMax}. */
    public static Batch decode(ByteBuffer bytes, int formatMax) {
        ByteReader in = new ByteReader(bytes, Format.FIRST);
        int format = in.get();
        if (format < Format.FIRST) {
            throw in.malformed("batch format " + format + " is unknown");
        }
        if (format > formatMax) {
            throw new NewerFormatException("a log entry", format, formatMax);
        }
        in.format(format);
        long timeNanos = in.getLong();
        long wallMillis = in.getLong();
        long number = format == Format.FIRST ? 0 : in.getCount();
        int count = in.getInt(bytes.remaining());
        List<Proposal> proposals = new ArrayList<>(count);
        Proposal last = null;
        for (int i = 0; i < count; i++) {
            last = decode(in, last);
            proposals.add(last);
        }
        if (!in.atEnd()) {
            throw in.malformed("the batch has extra bytes at its end");
        }
        int written = Math.max(format, Format.OLDEST);
        return new Batch(timeNanos, wallMillis, number, written, proposals);
    }

    private static void encode(Proposal proposal, @Nullable Proposal last, ByteWriter out) {
        Origin origin = proposal.origin();
        RequestId request = proposal.request();
        boolean sameProcess = last != null && sameProcess(last.origin(), origin);
        boolean sameActor = last != null && last.actor().equals(proposal.actor());
        out.put((sameProcess ? SAME_PROCESS : 0)
                | (sameActor ? SAME_ACTOR : 0)
                | (request != null ? HAS_REQUEST : 0));
        if (!sameProcess) {
            out.putText(origin.member());
            out.putLong(origin.incarnation());
        }
        out.putCount(origin.sequence());
        if (!sameActor) {
            out.putText(proposal.actor().tenant());
            out.putText(proposal.actor().principal());
            out.putText(proposal.actor().address());
        }
        if (request != null) {
            CallBytes.request(request, out);
        }
        CommandCodec.encode(proposal.command(), out);
    }

    private static Proposal decode(ByteReader in, @Nullable Proposal last) {
        int flags = in.get();
        if ((flags & (SAME_PROCESS | SAME_ACTOR)) != 0 && last == null || flags > 7) {
            throw in.malformed("a proposal has invalid flags: " + flags);
        }
        Origin process = last != null && (flags & SAME_PROCESS) != 0
                ? last.origin()
                : new Origin(in.getText(), in.getLong(), 0);
        Origin origin = new Origin(process.member(), process.incarnation(), in.getCount());
        Actor actor = last != null && (flags & SAME_ACTOR) != 0
                ? last.actor()
                : new Actor(in.getText(), in.getText(), in.getText());
        RequestId request = (flags & HAS_REQUEST) != 0 ? CallBytes.request(in) : null;
        return new Proposal(origin, actor, request, CommandCodec.decode(in));
    }

    private static boolean sameProcess(Origin one, Origin other) {
        return one.incarnation() == other.incarnation() && one.member().equals(other.member());
    }
}
