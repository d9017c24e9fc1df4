package io.holdfast.rig.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.load.Memory.Asked;
import io.holdfast.rig.wire.Answer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a client concludes from answers, and from missing answers. */
final class MemoryTest {

    private static final Key KEY = new Key("u-1", 0);
    private static final Answer LOST = new Answer.Lost("the process is gone");
    private static final Answer NOT_HELD = reply(404, "{\"error\":\"not_held\"}");
    private static final Answer GONE = reply(410, "{\"error\":\"session_gone\"}");
    private static final Answer RENEWED = reply(200, "{\"remaining_s\":60}");

    private final Findings findings = new Findings();
    private final Memory memory = new Memory(new History(), findings, new Tally());
    private long second;

    @BeforeEach
    void openAndAcquire() {
        tell(new Op.Open(), reply(200, "{\"session_id\":\"s\",\"idle_timeout_s\":20}"));
        tell(
                new Op.Acquire(KEY, 0, 60),
                reply(200, "{\"status\":\"ok\",\"token\":\"t\",\"lease_ttl_s\":60,\"fence\":7}"));
    }

    @Test
    void grantMissingWithinItsLeaseIsLost() {
        tell(new Op.Renew(grant(), 60), NOT_HELD);
        assertThat(findings.count(Kind.LOST)).isEqualTo(1);
    }

    @Test
    void grantMissingAfterItsLeaseIsNotLost() {
        second += 61;
        tell(new Op.Renew(grant(), 60), NOT_HELD);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void renewalOfAnExpiredLeaseIsDetected() {
        second += 61;
        tell(new Op.Renew(grant(), 60), RENEWED);
        assertThat(findings.count(Kind.RESURRECTED)).isEqualTo(1);
    }

    @Test
    void releasedGrantThatReappearsIsDetected() {
        tell(new Op.Release(grant()), reply(204, ""));
        tell(new Op.Renew(grant(), 60), RENEWED);
        assertThat(findings.count(Kind.RESURRECTED)).isEqualTo(1);
    }

    @Test
    void grantMayBeGoneAfterAnUnacknowledgedRelease() {
        tell(new Op.Release(grant()), LOST);
        tell(new Op.Renew(grant(), 60), NOT_HELD);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void grantFoundAfterAnUnacknowledgedReleaseMustStay() {
        tell(new Op.Release(grant()), LOST);
        tell(new Op.Renew(grant(), 60), RENEWED);
        assertThat(findings.texts()).isEmpty();
        tell(new Op.Renew(grant(), 60), NOT_HELD);
        assertThat(findings.count(Kind.LOST)).isEqualTo(1);
    }

    @Test
    void missingSessionIsLostUnlessItWasClosed() {
        tell(new Op.Ping(), GONE);
        assertThat(findings.count(Kind.LOST)).isEqualTo(1);
    }

    @Test
    void sessionMayBeGoneAfterAnUnacknowledgedClose() {
        tell(new Op.Close(), LOST);
        tell(new Op.Ping(), GONE);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void missingQueuePlaceIsLost() {
        Key shared = new Key("c-1", 0);
        tell(new Op.Enqueue(shared, 60), reply(200, "{\"status\":\"queued\",\"position\":1}"));
        Place place = Objects.requireNonNull(memory.places().get("c-1"));
        tell(new Op.Await(place, 0), reply(409, "{\"error\":\"not_enqueued\"}"));
        assertThat(findings.count(Kind.LOST)).isEqualTo(1);
    }

    @Test
    void tokenGrantedTwiceIsDetected() {
        tell(
                new Op.Acquire(new Key("u-2", 0), 0, 60),
                reply(200, "{\"status\":\"ok\",\"token\":\"t\",\"lease_ttl_s\":60,\"fence\":7}"));
        assertThat(findings.count(Kind.TWO_HOLDERS)).isEqualTo(1);
    }

    private Grant grant() {
        return memory.grants().getFirst();
    }

    /** Performs an operation that is answered within the same second. */
    private void tell(Op op, Answer answer) {
        long askedNanos = TimeUnit.SECONDS.toNanos(second++);
        String session = Objects.requireNonNullElse(memory.session(), "");
        memory.settle(
                new Asked(op, session, op.request(session), askedNanos), answer, askedNanos + 1);
    }

    private static Answer reply(int status, String body) {
        return new Answer.Reply(status, Map.of(), body);
    }
}
