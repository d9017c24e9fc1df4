package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Samples;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GoalsTest {

    private static Row row(String id, int connections, int pairs, long serverNanosPerPair) {
        Measurement figures = Samples.of(pairs, serverNanosPerPair, 0, List.of());
        return new Row(id, connections, Kind.PAIR, new Measured(figures));
    }

    private static Ratio only(List<Ratio> ratios, String what, String against) {
        return ratios.stream()
                .filter(r -> r.what().equals(what) && r.against().equals(against))
                .reduce((a, b) -> {
                    throw new AssertionError("two of " + what);
                })
                .orElseThrow();
    }

    private static void check(Ratio ratio, double value, Ratio.Goal goal) {
        assertThat(ratio.value().orElseThrow()).isCloseTo(value, within(1e-9));
        assertThat(ratio.goal()).isEqualTo(goal);
    }

    @Test
    void tracedServerIsComparedForInformation() {
        List<Row> rows = List.of(
                row("locks.memory.unique", 64, 1_000, 40_000),
                row("locks.traced.unique", 64, 800, 50_000));
        List<Ratio> ratios = Goals.of(
                rows, LocksOptions.locks().read(List.of("--connections", "64", "--traced")));

        check(
                only(ratios, "locks.memory.unique at 64, pairs/s", "locks.traced.unique"),
                1.25,
                new ForInformation());
    }

    @Test
    void manyConnectionsAreComparedWithTheGoals() {
        List<Row> rows = List.of(
                row("locks.memory.unique", 64, 800, 40_000),
                row("locks.memory.fixed", 64, 1_000, 30_000),
                row("locks.memory.shared", 64, 400, 50_000),
                row("locks.durable.unique", 64, 600, 60_000),
                row("yardstick.nginx.fixed", 64, 1_600, 16_000),
                row("yardstick.etcd.unique", 64, 100, 200_000));
        List<Ratio> ratios =
                Goals.of(rows, LocksOptions.locks().read(List.of("--connections", "64")));

        String memory = "locks.memory.unique at 64, pairs/s";
        check(only(ratios, memory, "locks.memory.fixed"), 0.8, new AtLeast(0.85));
        check(only(ratios, memory, "yardstick.nginx.fixed"), 0.5, new AtLeast(0.67));
        check(
                only(ratios, "locks.memory.unique at 64, CPU a pair", "yardstick.nginx.fixed"),
                2.5,
                new AtMost(2.8));
        check(
                only(ratios, "locks.memory.shared at 64, pairs/s", "yardstick.nginx.fixed"),
                0.25,
                new AtLeast(0.44));
        String durable = "locks.durable.unique at 64, pairs/s";
        check(only(ratios, durable, "locks.memory.unique"), 0.75, new AtLeast(0.75));
        check(only(ratios, durable, "yardstick.etcd.unique"), 6, new AtLeast(4));
    }

    @Test
    void oneConnectionIsComparedWithTheGoals() {
        List<Row> rows = List.of(
                row("locks.memory.unique", 1, 900, 1),
                row("locks.durable.unique", 1, 300, 1),
                row("yardstick.nginx.fixed", 1, 1_000, 1),
                row("yardstick.redis.fsync", 1, 400, 1));
        List<Ratio> ratios =
                Goals.of(rows, LocksOptions.locks().read(List.of("--connections", "1")));

        check(
                only(ratios, "locks.memory.unique at 1, pairs/s", "yardstick.nginx.fixed"),
                0.9,
                new AtLeast(0.8));
        check(
                only(ratios, "locks.durable.unique at 1, pairs/s", "yardstick.redis.fsync"),
                0.75,
                new AtLeast(0.85));
        assertThat(ratios)
                .filteredOn(r -> r.against().contains("one SET for a pair"))
                .singleElement()
                .satisfies(r -> assertThat(r.value()).hasValue(0.375));
    }

    @Test
    void handoverIsComparedWithTheAcquiresOfItsOwnRun() {
        Measurement figures = Samples.of(100, 1, 0, List.of());
        Row row = new Row("locks.memory.handover", 3, Kind.HANDOVER, new Measured(figures));

        Ratio ratio =
                Goals.of(List.of(row), LocksOptions.locks().read(List.of())).getFirst();

        assertThat(ratio.value().orElseThrow()).isCloseTo(100.0 / 80.0, within(0.01));
        assertThat(ratio.goal()).isEqualTo(new AtMost(1.5));
    }

    @Test
    void invalidRowGivesNoRatio() {
        Row ours = row("locks.memory.unique", 64, 800, 1);
        Row nginx = new Row(
                "yardstick.nginx.fixed",
                64,
                Kind.PAIR,
                new Measured(Samples.faulty("a wrong reply")));

        List<Ratio> ratios = Goals.of(
                List.of(ours, nginx), LocksOptions.locks().read(List.of("--connections", "64")));

        assertThat(ratios).isNotEmpty().allSatisfy(r -> assertThat(r.value()).isEmpty());
    }
}
