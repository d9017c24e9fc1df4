package io.holdfast.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.Objects;
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
    void holdTimesOfThePastAreTheRangeOfTheNextOne() {
        held(8_000, 10_000, 12_000);
        assertThat(times().hold()).isEqualTo(new Estimate(8_000, 10_000, 12_000));
        assertThat(times().wait(1, 1, 9_000)).isEqualTo(new Estimate(1_000, 3_000, 3_000));
    }

    @Test
    void rangeOfALaterPositionIsThatOfASumOfHoldTimes() {
        held(8_000, 10_000, 12_000);
        // The deviation is 2 s for one hold time, and 2 s * root(3 + 9 / 3) for three of them.
        Estimate third = times().wait(3, 1, 0);
        assertThat(third.typicalMillis()).isEqualTo(30_000);
        assertThat(third.highMillis() - 30_000).isBetween(6_200L, 6_300L);
        assertThat(30_000 - third.lowMillis()).isBetween(6_200L, 6_300L);
    }

    @Test
    void steadilyGrowingHoldTimesAreExpectedToGrowOn() {
        held(10_000, 11_000, 12_000, 13_000, 14_000, 15_000);
        assertThat(times().hold()).isEqualTo(exactly(16_000));
        assertThat(times().wait(3, 1, 0)).isEqualTo(exactly(16_000 + 17_000 + 18_000));
    }

    @Test
    void shrinkingHoldTimesAreNeverExpectedToBeNegative() {
        held(12_000, 10_000, 8_000, 6_000, 4_000, 2_000);
        assertThat(times().wait(5, 1, 0)).isEqualTo(exactly(0));
    }

    @Test
    void trendThatMayBeChanceOnlyWidensTheRange() {
        held(10_000, 14_000, 9_000, 15_000, 11_000, 16_000);
        Estimate third = times().wait(3, 1, 0);
        long typical = times().hold().typicalMillis() + 2 * 12_500;
        assertThat(third.typicalMillis()).isEqualTo(typical);
        // The line through these hold times rises by 742 ms each, the third one is 5.5 ahead.
        assertThat(third.highMillis() - typical).isBetween(17_000L, 25_000L);
    }

    @Test
    void waiterFarBackWaitsInProportion() {
        held(10_000, 10_000, 10_000);
        assertThat(times().wait(50_000, 1, 0)).isEqualTo(exactly(500_000_000));
    }

    @Test
    void growingExtremeHoldTimesDoNotOverflow() {
        held(0, 1L << 36, 1L << 37, 3L << 36, 1L << 38, 5L << 36, Long.MAX_VALUE / 2);
        Estimate estimate = times().wait(1_000_000, 1, 0);
        assertThat(estimate.lowMillis()).isGreaterThanOrEqualTo(0);
        assertThat(estimate.typicalMillis()).isBetween(estimate.lowMillis(), Long.MAX_VALUE);
        assertThat(estimate.highMillis()).isGreaterThanOrEqualTo(estimate.typicalMillis());
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
            int byLog = (int) Math.min(each, Integer.MAX_VALUE);
            history.add(
                    new PastGrant(1, 0, 1, null, 0, 0, each, byLog, GrantEnd.RELEASED, null, null));
        }
    }

    private HoldTimes times() {
        return Objects.requireNonNull(HoldTimes.of(history), "there are enough hold times");
    }

    private static Estimate exactly(long millis) {
        return new Estimate(millis, millis, millis);
    }
}
