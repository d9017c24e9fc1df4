package io.holdfast.rig.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.load.Findings.Kind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the checker: it must detect violations, and report none for a lost answer. */
final class HistoryCheckTest {

    private static final Key LOCK = new Key("c-0", 0);
    private static final Key PAIR = new Key("s-0", 2);

    private final History history = new History();
    private final Findings findings = new Findings();

    @Test
    void twoHoldersOfOneLockAreDetected() {
        grant(LOCK, 1, 0);
        grant(LOCK, 2, 5);
        HistoryCheck.check(history, findings);
        assertThat(findings.count(Kind.TWO_HOLDERS)).isEqualTo(1);
    }

    @Test
    void possiblyReleasedGrantIsNotAHolder() {
        grant(LOCK, 1, 0).perhapsReleased(seconds(4));
        grant(LOCK, 2, 5);
        HistoryCheck.check(history, findings);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void possiblyShortenedLeaseDoesNotCountToItsOldEnd() {
        grant(LOCK, 1, 0).perhapsRenewed(seconds(1), seconds(1), seconds(2));
        grant(LOCK, 2, 5);
        HistoryCheck.check(history, findings);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void semaphoreHoldersAreLimited() {
        grant(PAIR, 1, 0);
        grant(PAIR, 2, 1);
        HistoryCheck.check(history, findings);
        assertThat(findings.texts()).isEmpty();
        grant(PAIR, 3, 2);
        HistoryCheck.check(history, findings);
        assertThat(findings.count(Kind.TWO_HOLDERS)).isEqualTo(1);
    }

    @Test
    void lowerFenceIsDetected() {
        grant(LOCK, 7, 0).released(seconds(1));
        grant(new Key("c-1", 0), 6, 5);
        HistoryCheck.check(history, findings);
        assertThat(findings.count(Kind.FENCE)).isEqualTo(1);
    }

    @Test
    void grantOutOfQueueOrderIsDetected() {
        queued(LOCK, 9, 0, 1).released(seconds(40));
        queued(LOCK, 8, 2, 3).released(seconds(30));
        HistoryCheck.check(history, findings);
        assertThat(findings.count(Kind.ORDER)).isEqualTo(1);
    }

    private Grant grant(Key key, long fence, long second) {
        return add(key, fence, second, second, Long.MAX_VALUE);
    }

    /** A grant that was queued from one second to another, and acknowledged much later. */
    private Grant queued(Key key, long fence, long askedSecond, long queuedSecond) {
        return add(key, fence, askedSecond, 20 + fence, seconds(queuedSecond));
    }

    private Grant add(Key key, long fence, long askedSecond, long toldSecond, long queuedNanos) {
        Grant grant = new Grant(
                key,
                "session",
                "token-" + fence,
                fence,
                seconds(askedSecond),
                seconds(toldSecond),
                queuedNanos,
                seconds(toldSecond),
                seconds(60));
        history.add(grant);
        return grant;
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
