package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Samples;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratio.Goal;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineGoalsTest {

    private static final String NGINX = "yardstick.nginx.fixed";

    private static Row row(String id, int connections, int pairs, long serverNanosPerPair) {
        Measurement figures = Samples.of(pairs, serverNanosPerPair, 0, List.of());
        return new Row(id, connections, Kind.PAIR, new Measured(figures));
    }

    private static void check(
            List<Ratio> ratios, String what, String against, double value, Goal goal) {
        assertThat(ratios)
                .filteredOn(
                        ratio -> ratio.what().equals(what) && ratio.against().equals(against))
                .singleElement()
                .satisfies(ratio -> {
                    assertThat(ratio.value().orElseThrow()).isCloseTo(value, within(1e-9));
                    assertThat(ratio.goal()).isEqualTo(goal);
                });
    }

    @Test
    void manyConnectionsAreComparedWithTheGoals() {
        List<Row> rows = List.of(
                row(NGINX, 500, 1_000, 10_000),
                row("line.memory.unique", 500, 900, 15_000),
                row("line.memory.shared", 500, 400, 20_000),
                row("line.other.unique", 500, 600, 30_000),
                row("locks.memory.unique", 500, 300, 45_000));
        List<Ratio> ratios = LineGoals.of(
                rows,
                LocksOptions.line()
                        .read(List.of("--connections", "500", "--against", "other=127.0.0.1:1")));

        String rate = "line.memory.unique at 500, pairs/s";
        String processor = "line.memory.unique at 500, CPU a pair";
        check(ratios, rate, NGINX, 0.9, new AtLeast(0.95));
        check(ratios, processor, NGINX, 1.5, new AtMost(1.4));
        check(ratios, "line.memory.shared at 500, pairs/s", NGINX, 0.4, new AtLeast(0.5));
        check(ratios, rate, "line.other.unique", 1.5, new ForInformation());
        check(ratios, processor, "line.other.unique", 0.5, new ForInformation());
        check(ratios, rate, "locks.memory.unique", 3, new ForInformation());
        check(ratios, "line.other.unique at 500, pairs/s", NGINX, 0.6, new ForInformation());
        check(ratios, "line.other.unique at 500, CPU a pair", NGINX, 3, new ForInformation());
    }

    @Test
    void oneConnectionIsComparedWithTheGoals() {
        List<Row> rows = List.of(row(NGINX, 1, 1_000, 1), row("line.memory.unique", 1, 900, 1));
        List<Ratio> ratios =
                LineGoals.of(rows, LocksOptions.line().read(List.of("--connections", "1")));

        check(ratios, "line.memory.unique at 1, pairs/s", NGINX, 0.9, new AtLeast(0.8));
    }
}
