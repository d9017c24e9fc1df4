package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.ClaimRefused;
import io.holdfast.core.outcome.Outcome.Claimed;
import io.holdfast.core.outcome.Outcome.Done;
import io.holdfast.core.outcome.Outcome.EntityLockRefused;
import io.holdfast.core.outcome.Outcome.EntityLocked;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.outcome.Outcome.EntityRegistrationRefused;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.outcome.Outcome.Granted;
import io.holdfast.core.outcome.Outcome.Lent;
import io.holdfast.core.outcome.Outcome.LockRefused;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.outcome.Outcome.NotHeld;
import io.holdfast.core.outcome.Outcome.Opened;
import io.holdfast.core.outcome.Outcome.Pool;
import io.holdfast.core.outcome.Outcome.PoolRefused;
import io.holdfast.core.outcome.Outcome.Queued;
import io.holdfast.core.outcome.Outcome.Refused;
import io.holdfast.core.outcome.Outcome.Renewed;
import io.holdfast.core.outcome.Outcome.TimedOut;
import io.holdfast.core.outcome.Outcome.Unknown;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The encoding of remembered outcomes. A tag is never reused for another outcome. */
public final class OutcomeCodec {

    private static final int GRANTED = 1;
    private static final int QUEUED = 2;
    private static final int TIMED_OUT = 3;
    private static final int RENEWED = 4;
    private static final int OPENED = 5;
    private static final int DONE = 6;
    private static final int REFUSED = 7;
    private static final int UNKNOWN = 8;
    private static final int LENT = 9;
    private static final int POOL = 10;
    private static final int QUEUED_ESTIMATED = 11;
    private static final int TIMED_OUT_ESTIMATED = 12;
    private static final int CLAIMED = 16;
    private static final int CLAIM_REFUSED = 17;
    private static final int NODE_CHANGED = 32;
    private static final int NODE_REFUSED = 33;

    private static final int NOT_HELD = 1;

    /** The outcomes without content that stand for a refusal, by their code. */
    private static final Map<Integer, Outcome> REFUSALS = refusals();

    private static final ClaimRefusal[] CLAIM_REFUSALS = ClaimRefusal.values();
    private static final ClaimStatus[] STATUSES = ClaimStatus.values();

    private OutcomeCodec() {}

    public static void write(Outcome outcome, ByteWriter out) {
        switch (outcome) {
            case Granted o -> {
                out.put(GRANTED);
                out.putLong(o.token().fence());
                out.putLong(o.token().salt());
                out.putCount(o.slot());
                out.putCount(o.ttlNanos());
            }
            case Queued o -> {
                out.put(o.estimate().known() ? QUEUED_ESTIMATED : QUEUED);
                out.putCount(o.position());
                estimate(o.estimate(), out);
            }
            case TimedOut o -> {
                out.put(o.estimate().known() ? TIMED_OUT_ESTIMATED : TIMED_OUT);
                estimate(o.estimate(), out);
            }
            case Renewed o -> {
                out.put(RENEWED);
                out.putCount(o.ttlNanos());
            }
            case Opened o -> {
                out.put(OPENED);
                out.putLong(o.session().high());
                out.putLong(o.session().low());
                out.putCount(o.number());
                out.putCount(o.idleNanos());
            }
            case Done _ -> out.put(DONE);
            case Refused o -> refused(o.reason().code(), out);
            case NotHeld _ -> refused(NOT_HELD, out);
            case LockRefused o -> refused(o.reason().code(), out);
            case PoolRefused o -> refused(o.reason().code(), out);
            case Unknown _ -> out.put(UNKNOWN);
            case Lent o -> {
                out.put(LENT);
                out.putLong(o.lease().high());
                out.putLong(o.lease().low());
                out.putCount(o.position());
                out.putLong(o.fence());
                out.putCount(o.ttlNanos());
                out.putLong(o.untilMillis());
            }
            case Pool o -> {
                out.put(POOL);
                out.putCount(o.count());
                out.putCount(o.inUse());
                out.put(o.created());
            }
            case Claimed o -> claimed(o.claim(), out);
            case ClaimRefused o -> claimRefused(o, out);
            case EntityLocked o -> EntityOutcomeCodec.write(o, out);
            case EntityMissing o -> EntityOutcomeCodec.write(o, out);
            case EntityLockRefused o -> EntityOutcomeCodec.write(o, out);
            case EntityWriteRefused o -> EntityOutcomeCodec.write(o, out);
            case EntityRegistrationRefused o -> EntityOutcomeCodec.write(o, out);
            case NodeChanged o -> NodeOutcomeCodec.write(NODE_CHANGED, o, out);
            case NodeRefused o -> NodeOutcomeCodec.write(NODE_REFUSED, o, out);
        }
    }

    public static Outcome read(ByteReader in) {
        int tag = in.get();
        return switch (tag) {
            case GRANTED ->
                new Granted(
                        new Token(in.getLong(), in.getLong()),
                        in.getInt(Integer.MAX_VALUE),
                        in.getCount());
            case QUEUED -> new Queued(in.getInt(Integer.MAX_VALUE), Estimate.NONE);
            case QUEUED_ESTIMATED -> new Queued(in.getInt(Integer.MAX_VALUE), estimate(in));
            case TIMED_OUT -> Outcome.TIMED_OUT;
            case TIMED_OUT_ESTIMATED -> new TimedOut(estimate(in));
            case RENEWED -> new Renewed(in.getCount());
            case OPENED ->
                new Opened(new SessionId(in.getLong(), in.getLong()), in.getCount(), in.getCount());
            case DONE -> Outcome.DONE;
            case REFUSED -> refused(in);
            case UNKNOWN -> Outcome.UNKNOWN;
            case LENT ->
                new Lent(
                        new LeaseId(in.getLong(), in.getLong()),
                        in.getInt(Integer.MAX_VALUE),
                        in.getLong(),
                        in.getCount(),
                        in.getLong());
            case POOL ->
                new Pool(in.getInt(Integer.MAX_VALUE), in.getInt(Integer.MAX_VALUE), in.getFlag());
            case CLAIMED -> claimed(in);
            case CLAIM_REFUSED -> claimRefused(in);
            case EntityOutcomeCodec.LOCKED, EntityOutcomeCodec.REFUSED ->
                EntityOutcomeCodec.read(tag, in);
            case NODE_CHANGED -> NodeOutcomeCodec.changed(in);
            case NODE_REFUSED -> NodeOutcomeCodec.refused(in);
            // The bytes are untyped, so the tag may be unknown.
            default -> throw in.malformed("outcome " + tag + " is unknown");
        };
    }

    /** Only a state of format 4 or later has estimates. */
    private static void estimate(Estimate estimate, ByteWriter out) {
        if (estimate.known()) {
            out.putCount(estimate.lowMillis());
            out.putCount(estimate.typicalMillis());
            out.putCount(estimate.highMillis());
        }
    }

    private static Estimate estimate(ByteReader in) {
        return new Estimate(in.getCount(), in.getCount(), in.getCount());
    }

    private static Map<Integer, Outcome> refusals() {
        Map<Integer, Outcome> refusals = new LinkedHashMap<>();
        refusals.put(NOT_HELD, Outcome.NOT_HELD);
        for (Refusal reason : Refusal.values()) {
            refusals.put(reason.code(), reason.outcome());
        }
        for (LockRefusal reason : LockRefusal.values()) {
            refusals.put(reason.code(), reason.outcome());
        }
        for (PoolRefusal reason : PoolRefusal.values()) {
            refusals.put(reason.code(), reason.outcome());
        }
        return refusals;
    }

    private static void refused(int code, ByteWriter out) {
        out.put(REFUSED);
        out.putCount(code);
    }

    private static Outcome refused(ByteReader in) {
        int code = in.getInt(Integer.MAX_VALUE);
        Outcome refused = REFUSALS.get(code);
        if (refused == null) {
            throw in.malformed("refusal " + code + " is unknown");
        }
        return refused;
    }

    private static void claimed(ClaimState claim, ByteWriter out) {
        out.put(CLAIMED);
        out.putCount(claim.id());
        out.putCount(claim.status().ordinal());
        out.putCount(claim.fence());
        out.putLong(claim.createdMillis());
        out.putLong(claim.activatedMillis());
        out.putLong(claim.endedMillis());
        out.putLong(claim.ttlNanos());
        out.putLong(claim.activeNanos());
        out.putLong(claim.waitingNanos());
    }

    private static Outcome claimed(ByteReader in) {
        return new Claimed(new ClaimState(
                in.getCount(),
                in.getOne(STATUSES),
                in.getCount(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong()));
    }

    private static void claimRefused(ClaimRefused refused, ByteWriter out) {
        out.put(CLAIM_REFUSED);
        out.putCount(refused.reason().ordinal());
        out.putCount(refused.id());
        ClaimStatus status = refused.status();
        out.put(status != null);
        if (status != null) {
            out.putCount(status.ordinal());
        }
    }

    private static Outcome claimRefused(ByteReader in) {
        ClaimRefusal reason = in.getOne(CLAIM_REFUSALS);
        long id = in.getCount();
        return new ClaimRefused(reason, id, in.getFlag() ? in.getOne(STATUSES) : null);
    }

    public static long digest(Outcome outcome) {
        ByteWriter bytes = new ByteWriter(40, Format.NEWEST);
        write(outcome, bytes);
        return Arrays.hashCode(bytes.toBytes());
    }
}
