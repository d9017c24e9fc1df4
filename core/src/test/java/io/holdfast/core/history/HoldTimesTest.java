package io.holdfast.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import org.junit.jupiter.api.Test;

final class HoldTimesTest {

    private final ResourceHistory history =
            new ResourceHistory(1, new ResourceName("", Space.LOCKS, "k"), 1);

    @Test
    void nothingIsEstimatedFromFewerThanThreeHoldTimes() {
        held(1_000, 1_000);
        assertThat(HoldTimes.of(null)).isNull();
        assertThat(HoldTimes.of(history)).isNull();
    }

    @Test
    void equalHoldTimesGiveAnExactEstimate() {
        held(10_000, 10_000, 10_000);
        assertThat(times().hold()).isEqualTo(exactly(10_000));
        assertThat(times().wait(1, 1, 4_000)).isEqualTo(exactly(6_000));
        assertThat(times().wait(3, 1, 4_000)).isEqualTo(exactly(26_000));
        assertThat(times().wait(3, 5, 4_000)).isEqualTo(exactly(6_000));
    }

    @Test
    void waitForAPoolWithoutSlotsIsNotEstimated() {
        held(1_000, 1_000, 1_000);
        assertThat(times().wait(1, 0, 0)).isEqualTo(Estimate.NONE);
    }

    @Test
    void onlyLongerHoldTimesTellWhatIsLeftOfOne() {
        held(1_000, 1_000, 1_000, 61_000);
        assertThat(times().wait(1, 1, 2_000).typicalMillis()).isEqualTo(59_000);
    }

    @Test
    void holderThatHoldsLongerThanAllBeforeLeavesAWaitOfHalfTheMean() {
        held(1_000, 2_000, 3_000);
        assertThat(times().wait(1, 1, 100_000).typicalMillis()).isEqualTo(1_000);
    }

    @Test
    void differentHoldTimesGiveARangeAroundTheEstimate() {
        held(8_000, 10_000, 12_000);
        assertThat(times().hold()).isEqualTo(new Estimate(7_440, 10_000, 12_560));
    }

    @Test
    void rangeGrowsWithTheRootOfThePosition() {
        held(8_000, 10_000, 12_000);
        Estimate fourth = times().wait(4, 1, 0);
        assertThat(fourth.highMillis() - fourth.typicalMillis()).isEqualTo(2 * 2_560);
    }

    @Test
    void extremeHoldTimesDoNotOverflow() {
        held(Long.MAX_VALUE / 2, 0, Long.MAX_VALUE / 2);
        Estimate estimate = times().wait(1_000_000, 1, 0);
        assertThat(estimate.lowMillis()).isGreaterThanOrEqualTo(0);
        assertThat(estimate.typicalMillis()).isBetween(estimate.lowMillis(), Long.MAX_VALUE);
        assertThat(estimate.highMillis()).isGreaterThanOrEqualTo(estimate.typicalMillis());
    }

    @Test
    void squareRootIsTheLargestWholeOne() {
        for (long value = 0; value < 1_000; value++) {
            long root = HoldTimes.squareRoot(value);
            assertThat(root * root).isLessThanOrEqualTo(value);
            assertThat((root + 1) * (root + 1)).isGreaterThan(value);
        }
    }

    private void held(long... millis) {
        for (long each : millis) {
            history.add(new PastGrant(1, 0, 1, null, 0, 0, each, GrantEnd.RELEASED, null, null));
        }
    }

    private HoldTimes times() {
        HoldTimes times = HoldTimes.of(history);
        assertThat(times).isNotNull();
        return times;
    }

    private static Estimate exactly(long millis) {
        return new Estimate(millis, millis, millis);
    }
}
