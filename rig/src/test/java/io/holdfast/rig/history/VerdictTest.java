package io.holdfast.rig.history;

import static io.holdfast.rig.history.Written.LOCK;
import static io.holdfast.rig.history.Written.OTHER;
import static io.holdfast.rig.history.Written.VALUE;
import static io.holdfast.rig.history.Written.attempt;
import static io.holdfast.rig.history.Written.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.history.Findings.Kind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the checker: for each check a history that violates it, and a similar one that does not.
 */
final class VerdictTest {

    private static final Result DONE = new Result.Done();
    private static final Result NO = new Result.Refused("not held");
    private static final Result LOST = new Result.Unknown("lost");

    private final Written history = new Written();

    @Test
    void validHistoryHasNoFindings() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .renewed("a", 1, 1, 1.1, DONE)
                .released("a", 1, 2, 2.1, DONE)
                .renewed("a", 1, 2.2, 2.3, NO)
                .granted("b", LOCK, 2, 2, 2.2)
                .released("b", 2, 20, 20.1, NO)
                .granted("c", LOCK, 3, 30, 30.1);
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void twoHoldersAreDetected() {
        history.granted("a", LOCK, 1, 0, 0.1).granted("b", LOCK, 2, 1, 1.1);
        assertThat(kinds(history.check())).contains(Kind.TWO_HOLDERS, Kind.EARLY, Kind.LINEAR);
    }

    @Test
    void possiblyReleasedGrantIsNotAHolder() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .released("a", 1, 0.5, 0.6, LOST)
                .granted("b", LOCK, 2, 1, 1.1);
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void queuedGrantThatExpiredBeforeCollectionWasHeldMeanwhile() {
        Action look = new Action.Look();
        Result seen = new Result.Seen(2);
        Action collect = new Action.Collect(nanos(1), 0);
        history.granted("a", LOCK, 1, 0, 0.1)
                .did("b", LOCK, new Action.Enqueue(nanos(1)), 0.2, 0.3, new Result.Queued())
                .released("a", 1, 1, 1.1, DONE)
                .did("c", LOCK, look, 1.2, 1.3, seen)
                .did("b", LOCK, collect, 5, 5.1, new Result.Refused("lease_expired"));
        assertThat(history.check().texts()).isEmpty();
        assertThat(kinds(new Written()
                        .granted("a", LOCK, 1, 0, 0.1)
                        .released("a", 1, 1, 1.1, DONE)
                        .did("c", LOCK, look, 1.2, 1.3, seen)
                        .check()))
                .contains(Kind.LINEAR);
    }

    @Test
    void twoHoldersOfOneSlotAreDetected() {
        Resource pool = new Resource("pools", "p", 2);
        history.granted("a", pool, 1, 0, 0, 0.1).granted("b", pool, 2, 0, 1, 1.1);
        assertThat(kinds(history.check())).contains(Kind.TWO_HOLDERS);
        assertThat(new Written()
                        .granted("a", pool, 1, 0, 0, 0.1)
                        .granted("b", pool, 2, 1, 1, 1.1)
                        .check()
                        .texts())
                .isEmpty();
    }

    @Test
    void earlyLeaseEndIsDetected() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .renewed("a", 1, 8, 8.1, DONE)
                .granted("b", LOCK, 2, 12, 12.1);
        assertThat(kinds(history.check())).contains(Kind.EARLY);
    }

    @Test
    void ttlStartsAtTheRequest() {
        history.granted("a", LOCK, 1, 0, 5).granted("b", LOCK, 2, 10, 10.1);
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void lowerFenceOnAnotherKeyIsDetected() {
        history.granted("a", LOCK, 7, 0, 0.1).granted("b", OTHER, 6, 1, 1.1);
        assertThat(kinds(history.check())).containsExactly(Kind.FENCE);
    }

    @Test
    void fenceThatRestartsWithItsKeyIsDetected() {
        history.granted("a", LOCK, 7, 0, 0.1)
                .released("a", 7, 1, 1.1, DONE)
                .granted("b", LOCK, 1, 90, 90.1);
        assertThat(kinds(history.check())).contains(Kind.FENCE);
    }

    @Test
    void lostAcknowledgedGrantIsDetected() {
        history.granted("a", LOCK, 1, 0, 0.1).renewed("a", 1, 2, 2.1, NO);
        assertThat(kinds(history.check())).contains(Kind.LOST);
    }

    @Test
    void grantRefusedAfterItsLeaseIsNotLost() {
        history.granted("a", LOCK, 1, 0, 0.1).renewed("a", 1, 11, 11.1, NO);
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void grantFoundAfterAnUnacknowledgedReleaseMustStay() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .released("a", 1, 1, 1.1, LOST)
                .renewed("a", 1, 2, 2.1, DONE);
        assertThat(history.check().texts()).isEmpty();
        history.renewed("a", 1, 3, 3.1, NO);
        assertThat(kinds(history.check())).contains(Kind.LOST);
    }

    @Test
    void grantThatCannotBeValidatedIsLost() {
        Action validate = new Action.Validate(1);
        history.granted("a", LOCK, 1, 0, 0.1).did("a", LOCK, validate, 2, 2.1, DONE);
        assertThat(history.check().texts()).isEmpty();
        history.did("a", LOCK, validate, 3, 3.1, NO);
        assertThat(kinds(history.check())).containsExactly(Kind.LOST);
    }

    @Test
    void missingQueuePlaceIsLost() {
        Action collect = new Action.Collect(nanos(10), 0);
        Result missing = new Result.Refused(Refusals.NOT_QUEUED);
        assertThat(kinds(queued().did("a", LOCK, collect, 1, 1.1, missing).check()))
                .containsExactly(Kind.LOST);
        assertThat(kinds(queued().did("a", LOCK, new Action.Withdraw(), 1, 1.1, missing)
                        .check()))
                .containsExactly(Kind.LOST);
        assertThat(queued().add(
                                "a",
                                LOCK,
                                collect,
                                "id",
                                attempt("n1", 1, 1.1, LOST),
                                attempt("n1", 2, 2.1, missing))
                        .check()
                        .texts())
                .isEmpty();
    }

    private static Written queued() {
        Action enqueue = new Action.Enqueue(nanos(10));
        return new Written().did("a", LOCK, enqueue, 0, 0.1, new Result.Queued());
    }

    @Test
    void renewalOfAnExpiredLeaseIsDetectedOnOneServer() {
        history.granted("a", LOCK, 1, 0, 0.1).renewed("a", 1, 11, 11.1, DONE);
        assertThat(history.check().texts()).isEmpty();
        assertThat(kinds(history.checkRestarts(5))).containsExactly(Kind.RESURRECTED);
    }

    @Test
    void grantOfAnEndedSessionThatReappearsIsDetected() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .did("a", LOCK, new Action.Leave(nanos(1)), 1, 1.1, DONE)
                .renewed("a", 1, 2, 2.1, DONE);
        assertThat(kinds(history.check())).contains(Kind.RESURRECTED);
    }

    @Test
    void decisionAfterTheStorageFailedIsDetected() {
        Result failed = new Result.Unknown("503 {\"error\":\"storage_failed\"}");
        history.granted("a", LOCK, 1, 0, 0.1).renewed("a", 1, 1, 1.1, failed);
        assertThat(history.checkRestarts(2).texts()).isEmpty();
        history.renewed("a", 1, 2.2, 2.3, DONE);
        assertThat(history.checkRestarts(2).texts()).isEmpty();
        assertThat(kinds(history.checkRestarts())).containsExactly(Kind.ANSWER);
    }

    @Test
    void requestsAboutWhatAnEarlierProcessAcknowledgedAreCounted() {
        Action collect = new Action.Collect(nanos(10), 0);
        history.granted("a", LOCK, 1, 0, 0.1)
                .granted("b", OTHER, 2, 0, 0.2)
                .did("b", LOCK, new Action.Enqueue(nanos(10)), 0.3, 0.4, new Result.Queued())
                .released("a", 1, 1, 1.1, DONE)
                .renewed("b", 2, 3, 3.1, DONE)
                .renewed("a", 1, 3, 3.2, NO)
                .did("b", LOCK, collect, 4, 4.1, grant(3, 4));
        assertThat(history.survivors(2)).isEqualTo(new Restarts.Survivors(1, 1, 1, 2, 1));
    }

    @Test
    void releasedGrantThatReappearsIsDetected() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .released("a", 1, 1, 1.1, DONE)
                .renewed("a", 1, 2, 2.1, DONE);
        assertThat(kinds(history.check())).contains(Kind.RESURRECTED);
    }

    @Test
    void grantOutOfQueueOrderIsDetected() {
        assertThat(kinds(line(9, 8))).contains(Kind.ORDER);
        assertThat(line(8, 9).texts()).isEmpty();
    }

    /** One client enqueues, then another; they are granted these fences. */
    private static Findings line(long first, long second) {
        Action enqueue = new Action.Enqueue(nanos(10));
        Action collect = new Action.Collect(nanos(10), 0);
        double firstAt = first < second ? 20 : 40;
        double secondAt = first < second ? 40 : 20;
        return new Written()
                .did("a", LOCK, enqueue, 0, 0.1, new Result.Queued())
                .did("b", LOCK, enqueue, 1, 1.1, new Result.Queued())
                .did("a", LOCK, collect, 2, firstAt, grant(first, firstAt))
                .did("b", LOCK, collect, 2, secondAt, grant(second, secondAt))
                .check();
    }

    private static Result grant(long fence, double from) {
        return new Result.Granted(fence, -1, nanos(10), nanos(from));
    }

    @Test
    void requestIdAppliedTwiceIsDetected() {
        Action acquire = new Action.Acquire(nanos(10), 0);
        history.add(
                "a",
                LOCK,
                acquire,
                "id",
                attempt("n1", 0, 0.1, LOST),
                attempt("n2", 1, 1.1, new Result.Granted(1, -1, nanos(10), 0)),
                attempt("n3", 2, 2.1, new Result.Granted(2, -1, nanos(10), 0)));
        assertThat(kinds(history.check())).containsExactly(Kind.REPEAT);
    }

    @Test
    void minorityDecisionIsDetected() {
        history.window(cut("n1", 0, 20)).granted("a", LOCK, 1, 5, 5.1);
        assertThat(kinds(history.check(0, 10))).containsExactly(Kind.MINORITY);
        Written elsewhere = new Written().window(cut("n2", 0, 20)).granted("a", LOCK, 1, 5, 5.1);
        assertThat(elsewhere.check(0, 10).texts()).isEmpty();
    }

    @Test
    void minorityReadAfterTheLeaderLeaseIsDetected() {
        Action look = new Action.Look();
        history.window(cut("n1", 0, 20))
                .did("a", LOCK, look, 1, 1.1, new Result.Seen(0))
                .granted("b", OTHER, 1, -1, -0.9);
        assertThat(history.check(0, 10).texts()).isEmpty();
        history.did("a", LOCK, look, 5, 5.1, new Result.Seen(0));
        assertThat(kinds(history.check(0, 10))).containsExactly(Kind.MINORITY);
    }

    private static Window cut(String node, double from, double to) {
        Set<String> cut = Set.of(node);
        return new Window("cut", cut, cut, nanos(from), nanos(from), nanos(to), nanos(to));
    }

    @Test
    void hangingRequestDuringHealthyMajorityIsDetected() {
        history.granted("a", LOCK, 1, 0, 8).granted("b", OTHER, 2, 4, 4.1);
        assertThat(kinds(history.check(0, 10))).containsExactly(Kind.LIVENESS);
        history.window(cut("n1", 0, 2));
        assertThat(history.check(0, 10).texts()).isEmpty();
    }

    @Test
    void missingGrantsDuringHealthyMajorityAreDetected() {
        history.granted("a", LOCK, 1, 0, 0.1).window(cut("n2", 1, 14));
        assertThat(kinds(history.check(0, 15))).containsExactly(Kind.LIVENESS);
        Set<String> two = Set.of("n2", "n3");
        history.window(new Window("dead", two, Set.of(), nanos(2), nanos(2), nanos(12), nanos(13)));
        assertThat(history.check(0, 15).texts()).isEmpty();
    }

    @Test
    void staleReadIsDetected() {
        Action write = new Action.Write("new");
        history.did("a", VALUE, write, 0, 0.1, DONE)
                .did("b", VALUE, new Action.Read(), 1, 1.1, new Result.Value(""));
        assertThat(kinds(history.check())).containsExactly(Kind.LINEAR);
    }

    @Test
    void unacknowledgedWriteMayTakeEffectLateOrNever() {
        history.did("a", VALUE, new Action.Write("x"), 0, 0.1, LOST)
                .did("b", VALUE, new Action.Read(), 1, 1.1, new Result.Value(""))
                .did("b", VALUE, new Action.Read(), 2, 2.1, new Result.Value("x"));
        assertThat(history.check().texts()).isEmpty();
        history.did("b", VALUE, new Action.Read(), 3, 3.1, new Result.Value(""));
        assertThat(kinds(history.check())).containsExactly(Kind.LINEAR);
    }

    @Test
    void holderSeenAfterItsReleaseIsDetected() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .released("a", 1, 1, 1.1, DONE)
                .did("b", LOCK, new Action.Look(), 2, 2.1, new Result.Seen(1));
        assertThat(kinds(history.check())).containsExactly(Kind.LINEAR);
    }

    @Test
    void queuedPlaceMayBeGrantedBeforeCollection() {
        history.did("a", LOCK, new Action.Enqueue(nanos(10)), 0, 0.1, new Result.Queued())
                .did("b", LOCK, new Action.Look(), 1, 1.1, new Result.Seen(1))
                .did("a", LOCK, new Action.Collect(nanos(10), 0), 2, 2.1, grant(1, 2));
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void closedConnectionMayHaveReleasedItsGrants() {
        history.granted("a", LOCK, 1, 0, 0.1)
                .did("a", LOCK, new Action.Leave(nanos(0.1)), 0.1, 3, LOST)
                .granted("b", LOCK, 2, 1, 1.1);
        assertThat(history.check().texts()).isEmpty();
    }

    @Test
    void leaseCountedFromTheAnswerIsDetected() {
        history.granted("a", LOCK, 1, 0, 9).believed(1, 9 + 10).granted("b", LOCK, 2, 10, 10.1);
        assertThat(kinds(history.check())).containsExactly(Kind.BELIEF);
        Written right = new Written()
                .granted("a", LOCK, 1, 0, 9)
                .believed(1, 0 + 10)
                .granted("b", LOCK, 2, 10, 10.1);
        assertThat(right.check().texts()).isEmpty();
    }

    private static Set<Kind> kinds(Findings findings) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (findings.count(kind) > 0) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
