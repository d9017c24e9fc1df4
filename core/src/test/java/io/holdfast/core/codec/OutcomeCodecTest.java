package io.holdfast.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.EntityRegistrationRefusal;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Remembered outcomes. An outcome that is read back as another one would be given to a call that
 * does not expect it.
 */
final class OutcomeCodecTest {

    @Test
    void everyOutcomeIsReadBackAsItself() {
        for (Outcome outcome : outcomes()) {
            assertThat(OutcomeCodec.read(reader(bytes(outcome)))).isEqualTo(outcome);
        }
    }

    /** The bytes of earlier releases. */
    @Test
    void codesOfRefusalsStay() {
        Map<Outcome, String> known = Map.of(
                LockRefusal.SESSION_GONE.outcome(),
                "0700",
                Outcome.NOT_HELD,
                "0701",
                Refusal.KEYS_MAX.outcome(),
                "0706",
                PoolRefusal.NO_POOL.outcome(),
                "070f",
                Refusal.STATE_FULL.outcome(),
                "071b",
                new Outcome.EntityMissing(null),
                "19010000",
                new Outcome.EntityMissing("App"),
                "1902000103417070",
                new Outcome.EntityLockRefused(EntityLockRefusal.HELD, 7),
                "19050700",
                new Outcome.EntityRegistrationRefused(EntityRegistrationRefusal.OF_MANIFEST, null),
                "190d0000");
        known.forEach((outcome, hex) ->
                assertThat(HexFormat.of().formatHex(bytes(outcome))).isEqualTo(hex));
    }

    @Test
    void everyReasonKeepsItsCode() {
        assertThat(codes(Arrays.asList(Refusal.values()), Refusal::code))
                .isEqualTo("KEYS_MAX 6, WAITERS_MAX 7, ABANDONED 10, DRAINING 11,"
                        + " REQUEST_MISMATCH 12, STORAGE_FAILED 13, OVERLOADED 14, DATA_MAX 18,"
                        + " NO_LEADER 19, TENANT_KEYS 20, TENANT_LEASES 21, TENANT_WAITERS 22,"
                        + " TENANT_SESSIONS 23, TENANT_BYTES 24, REMOVED 25, UPGRADING 26,"
                        + " STATE_FULL 27");
        assertThat(codes(Arrays.asList(LockRefusal.values()), LockRefusal::code))
                .isEqualTo("SESSION_GONE 0, LIMIT_MISMATCH 2, ALREADY_ENQUEUED 3,"
                        + " NOT_ENQUEUED 4, LEASE_EXPIRED 5, SESSIONS_MAX 8,"
                        + " SESSIONS_PER_ADDRESS_MAX 9, SESSION_LOCKS_MAX 28");
        assertThat(codes(Arrays.asList(PoolRefusal.values()), PoolRefusal::code))
                .isEqualTo("NO_POOL 15, POOLS_MAX 16, LEASES_MAX 17");
        assertThat(codes(Arrays.asList(EntityLockRefusal.values()), EntityLockRefusal::code))
                .isEqualTo("DISABLED 0, NO_LOCK 3, TOO_LONG 4, HELD 5, NOT_BREAKABLE 6,"
                        + " NOT_OWNER 7");
        assertThat(codes(Arrays.asList(EntityWriteRefusal.values()), EntityWriteRefusal::code))
                .isEqualTo("LOCK_REQUIRED 8, LOCKED 9, NO_ITEM 10");
        assertThat(codes(
                        Arrays.asList(EntityRegistrationRefusal.values()),
                        EntityRegistrationRefusal::code))
                .isEqualTo("EXISTS 11, NO_PARENT 12, OF_MANIFEST 13");
    }

    private static <E extends Enum<E>> String codes(List<E> reasons, ToIntFunction<E> code) {
        return reasons.stream()
                .map(reason -> reason.name() + " " + code.applyAsInt(reason))
                .collect(Collectors.joining(", "));
    }

    private static List<Outcome> outcomes() {
        List<Outcome> all = new ArrayList<>(List.of(
                Outcome.DONE,
                Outcome.TIMED_OUT,
                Outcome.NOT_HELD,
                Outcome.UNKNOWN,
                new Outcome.Granted(new Token(3, 4), 1, 5),
                new Outcome.Queued(2, Estimate.NONE),
                new Outcome.Queued(3, new Estimate(0, 1_500, 1L << 40)),
                new Outcome.TimedOut(new Estimate(1, 2, 3)),
                new Outcome.Renewed(9),
                new Outcome.Opened(new SessionId(1, 2), 3, 4),
                new Outcome.Lent(new LeaseId(1, 2), 3, 4, 5, 6),
                new Outcome.Pool(2, 1, true),
                new Outcome.EntityMissing(null),
                new Outcome.EntityMissing("App")));
        for (Refusal reason : Refusal.values()) {
            all.add(reason.outcome());
        }
        for (LockRefusal reason : LockRefusal.values()) {
            all.add(reason.outcome());
        }
        for (PoolRefusal reason : PoolRefusal.values()) {
            all.add(reason.outcome());
        }
        for (ClaimRefusal reason : ClaimRefusal.values()) {
            all.add(new Outcome.ClaimRefused(reason, 7, ClaimStatus.ACTIVE));
        }
        for (EntityLockRefusal reason : EntityLockRefusal.values()) {
            all.add(new Outcome.EntityLockRefused(reason, 7));
        }
        for (EntityWriteRefusal reason : EntityWriteRefusal.values()) {
            all.add(new Outcome.EntityWriteRefused(reason, 7, "arm"));
        }
        for (EntityRegistrationRefusal reason : EntityRegistrationRefusal.values()) {
            all.add(new Outcome.EntityRegistrationRefused(reason, "arm"));
        }
        for (NodeVerdict verdict : NodeVerdict.values()) {
            all.add(new Outcome.NodeChanged(verdict, null, null, true, false));
        }
        for (NodeRefusal reason : NodeRefusal.values()) {
            all.add(new Outcome.NodeRefused(reason, null, "open", 7));
        }
        return all;
    }

    private static byte[] bytes(Outcome outcome) {
        ByteWriter out = new ByteWriter(64, Format.NEWEST);
        OutcomeCodec.write(outcome, out);
        return out.toBytes();
    }

    private static ByteReader reader(byte[] bytes) {
        return new ByteReader(ByteBuffer.wrap(bytes), Format.NEWEST);
    }
}
