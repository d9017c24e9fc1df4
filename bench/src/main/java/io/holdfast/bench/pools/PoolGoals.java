package io.holdfast.bench.pools;

import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratio.Goal;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Measured;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The design goals for pools. */
final class PoolGoals {

    /** Pairs per second measured for cc.me on PostgreSQL, with 64 clients. */
    private static final double ORIGINAL_PER_SECOND = 700;

    private static final int ORIGINAL_CONNECTIONS = 64;

    private final List<Row> rows;
    private final List<Ratio> ratios = new ArrayList<>();

    private PoolGoals(List<Row> rows) {
        this.rows = rows;
    }

    static List<Ratio> of(List<Row> rows, PoolsOptions options) {
        PoolGoals goals = new PoolGoals(rows);
        options.connections.forEach(goals::addAt);
        return List.copyOf(goals.ratios);
    }

    private void addAt(int connections) {
        rate("pools.memory.one", "pools.memory.fixed", connections, new ForInformation());
        rate("pools.memory.many", "pools.memory.fixed", connections, new ForInformation());
        rate("pools.durable.one", "pools.memory.one", connections, new ForInformation());
        rate("pools.durable.many", "pools.memory.many", connections, new ForInformation());
        // A pair takes 1.3 times as long at most; the time is the inverse of the rate.
        add(
                "pools.memory.full",
                "pools.memory.many",
                connections,
                "time of a pair",
                figures -> OptionalDouble.of(1 / Math.max(1, figures.perSecond())),
                new AtMost(1.3));
        add(
                "pools.memory.full",
                "pools.memory.many",
                connections,
                "CPU a pair",
                Measurement::serverMicrosPerPair,
                new AtMost(1.3));
        if (connections == ORIGINAL_CONNECTIONS) {
            OptionalDouble ours = value(
                    "pools.durable.one",
                    connections,
                    figures -> OptionalDouble.of(figures.perSecond()));
            if (ours.isPresent()) {
                ratios.add(new Ratio(
                        "pools.durable.one at " + connections + ", pairs/s",
                        "cc.me on PostgreSQL",
                        OptionalDouble.of(ours.getAsDouble() / ORIGINAL_PER_SECOND),
                        new AtLeast(20)));
            }
        }
    }

    private void rate(String what, String against, int connections, Goal goal) {
        add(
                what,
                against,
                connections,
                "pairs/s",
                figures -> OptionalDouble.of(figures.perSecond()),
                goal);
    }

    private void add(
            String what,
            String against,
            int connections,
            String figure,
            Function<Measurement, OptionalDouble> of,
            Goal goal) {
        OptionalDouble above = value(what, connections, of);
        OptionalDouble below = value(against, connections, of);
        if (above.isPresent()) {
            OptionalDouble value = below.isPresent() && below.getAsDouble() > 0
                    ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                    : OptionalDouble.empty();
            ratios.add(
                    new Ratio(what + " at " + connections + ", " + figure, against, value, goal));
        }
    }

    private OptionalDouble value(
            String id, int connections, Function<Measurement, OptionalDouble> of) {
        for (Row row : rows) {
            boolean wanted = row.id().equals(id) && row.connections() == connections;
            if (wanted && !row.isInvalid() && row.result() instanceof Measured(var figures)) {
                return of.apply(figures);
            }
        }
        return OptionalDouble.empty();
    }
}
