package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimFilter.Range;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists are the same from every index, and visit a limited number of claims. */
final class ClaimsListTest {

    private static final long MILLI_NANOS = 1_000_000L;
    private static final Range OPEN = Range.OPEN;

    private final Machine machine = new Machine();
    private final Random chance = new Random(11);
    private long sequence;
    private long nowNanos;

    @Test
    void everyIndexGivesTheResultOfAFullScan() {
        history(600);
        List<ClaimAnswer> all = walk(ClaimFilter.ALL, 1_000);
        for (String resource : new String[] {null, "r0", "r1", "r5", "nowhere"}) {
            for (ClaimStatus status : withNull(ClaimStatus.values())) {
                for (ClaimFilter filter : filters(resource, status)) {
                    List<ClaimAnswer> expected = all.stream()
                            .filter(claim ->
                                    (resource == null || claim.resource().equals(resource))
                                            && filter.fits(claim.state()))
                            .toList();
                    assertThat(walk(filter, 7)).as("%s", filter).isEqualTo(expected);
                    assertThat(walk(filter, 1_000)).as("%s", filter).isEqualTo(expected);
                }
            }
        }
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    @Test
    void offsetSkipsTheFirstMatches() {
        history(300);
        for (ClaimFilter filter : filters("r1", null)) {
            List<ClaimAnswer> all = walk(filter, 1_000);
            for (int skip : new int[] {0, 1, 5, 40, 1_000}) {
                List<ClaimAnswer> page = new ArrayList<>();
                collect(filter, skip, 9, page);
                assertThat(page).isEqualTo(all.subList(Math.min(skip, all.size()), all.size()));
            }
        }
    }

    @Test
    void pageVisitsALimitedNumberOfClaims() {
        history(300);
        ClaimFilter nothing = new ClaimFilter(null, null, OPEN, OPEN, OPEN, new Range(1e9, 2e9));
        ClaimsPage page = read(nothing, 0, 0, 100, 50);
        assertThat(page.claims()).isEmpty();
        assertThat(page.complete()).isFalse();
        assertThat(page.lastId()).isEqualTo(50);
    }

    private void history(int commands) {
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        int created = 0;
        for (int i = 0; i < commands; i++) {
            nowNanos += chance.nextInt(30) * MILLI_NANOS;
            int verb = chance.nextInt(10);
            long id = 1L + chance.nextInt(created + 1);
            if (verb < 5) {
                String resource = "r" + Math.min(chance.nextInt(8), chance.nextInt(8));
                long ttlNanos = chance.nextInt(2_000) * MILLI_NANOS;
                ask(new ClaimsCommand.Create("", resource, ttlNanos, "", null));
                created++;
            } else if (verb == 5) {
                ask(new ClaimsCommand.Prolong("", id, null, 100 * MILLI_NANOS));
            } else {
                ClaimStatus to = ClaimStatus.values()[2 + chance.nextInt(5)];
                if (to.mayBeAskedFor()) {
                    ask(new ClaimsCommand.Move("", id, null, to));
                }
            }
        }
        machine.apply(new Batch(nowNanos, nowNanos / MILLI_NANOS, List.of()));
    }

    private static List<ClaimFilter> filters(
            @Nullable String resource, @Nullable ClaimStatus status) {
        return List.of(
                new ClaimFilter(resource, status, OPEN, OPEN, OPEN, OPEN),
                new ClaimFilter(resource, status, OPEN, new Range(0, 1), OPEN, OPEN),
                new ClaimFilter(resource, status, OPEN, OPEN, new Range(0.2, 5), OPEN),
                new ClaimFilter(resource, status, OPEN, OPEN, OPEN, new Range(0.001, 2)),
                new ClaimFilter(resource, status, new Range(1, 3), OPEN, OPEN, OPEN));
    }

    private List<ClaimAnswer> walk(ClaimFilter filter, int looks) {
        List<ClaimAnswer> found = new ArrayList<>();
        collect(filter, 0, looks, found);
        return found;
    }

    private void collect(ClaimFilter filter, long skip, int looks, List<ClaimAnswer> into) {
        ClaimsPage page = read(filter, 0, skip, 5, looks);
        into.addAll(page.claims());
        while (!page.complete()) {
            page = read(filter, page.lastId(), page.skipLeft(), 5, looks);
            into.addAll(page.claims());
        }
    }

    private ClaimsPage read(ClaimFilter filter, long after, long skip, int max, int looks) {
        return machine.read(
                new Query.ListClaims("", filter, after, skip, max),
                new ReadPoint(0, nowNanos),
                new Visits(looks, Visits.BYTES_MAX));
    }

    private static ClaimStatus[] withNull(ClaimStatus[] statuses) {
        return Arrays.copyOf(statuses, statuses.length + 1);
    }

    private void ask(Command<?> command) {
        Proposal proposal =
                new Proposal(new Origin("n1", 1, ++sequence), Actor.MEMBER, null, command);
        machine.apply(new Batch(nowNanos, nowNanos / MILLI_NANOS, List.of(proposal)));
    }
}
