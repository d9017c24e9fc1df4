package io.holdfast.rig.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.history.Findings.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the checker: it must detect violations, and report none for a lost answer. */
final class GrantChecksTest {

    private static final Resource LOCK = new Resource("locks", "c-0", 1);
    private static final Resource PAIR = new Resource("locks", "s-0", 2);

    private final List<Grant> history = new ArrayList<>();
    private final Findings findings = new Findings();

    @Test
    void twoHoldersOfOneLockAreDetected() {
        grant(LOCK, 1, 0);
        grant(LOCK, 2, 5);
        GrantChecks.check(history, findings);
        assertThat(findings.count(Kind.TWO_HOLDERS)).isEqualTo(1);
    }

    @Test
    void possiblyReleasedGrantIsNotAHolder() {
        grant(LOCK, 1, 0).perhapsReleased(seconds(4));
        grant(LOCK, 2, 5);
        GrantChecks.check(history, findings);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void possiblyShortenedLeaseDoesNotCountToItsOldEnd() {
        grant(LOCK, 1, 0).perhapsRenewed(seconds(1), seconds(1), seconds(2));
        grant(LOCK, 2, 5);
        GrantChecks.check(history, findings);
        assertThat(findings.texts()).isEmpty();
    }

    @Test
    void semaphoreHoldersAreLimited() {
        grant(PAIR, 1, 0);
        grant(PAIR, 2, 1);
        GrantChecks.check(history, findings);
        assertThat(findings.texts()).isEmpty();
        grant(PAIR, 3, 2);
        GrantChecks.check(history, findings);
        assertThat(findings.count(Kind.TWO_HOLDERS)).isEqualTo(1);
    }

    @Test
    void lowerFenceIsDetected() {
        grant(LOCK, 7, 0).released(seconds(1));
        grant(new Resource("locks", "c-1", 1), 6, 5);
        GrantChecks.check(history, findings);
        assertThat(findings.count(Kind.FENCE)).isEqualTo(1);
    }

    @Test
    void grantOutOfQueueOrderIsDetected() {
        queued(LOCK, 9, 0, 1).released(seconds(40));
        queued(LOCK, 8, 2, 3).released(seconds(30));
        GrantChecks.check(history, findings);
        assertThat(findings.count(Kind.ORDER)).isEqualTo(1);
    }

    private Grant grant(Resource resource, long fence, long second) {
        return add(resource, fence, second, second, Long.MAX_VALUE);
    }

    /** A grant that was queued from one second to another, and acknowledged much later. */
    private Grant queued(Resource resource, long fence, long askedSecond, long queuedSecond) {
        return add(resource, fence, askedSecond, 20 + fence, seconds(queuedSecond));
    }

    private Grant add(
            Resource resource, long fence, long askedSecond, long toldSecond, long queuedNanos) {
        Grant grant = new Grant(
                resource,
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
