package io.holdfast.bench.pools;

import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratios;
import io.holdfast.bench.report.Row;

import java.util.List;

/** The design goals for pools. */
final class PoolGoals {

    /** Pairs per second measured for cc.me on PostgreSQL, with 64 clients. */
    private static final double ORIGINAL_PER_SECOND = 700;

    private static final int ORIGINAL_CONNECTIONS = 64;

    private PoolGoals() {}

    static List<Ratio> of(List<Row> rows, List<Integer> connections) {
        Ratios ratios = new Ratios(rows);
        connections.forEach(count -> addAt(ratios, count));
        return ratios.all();
    }

    private static void addAt(Ratios ratios, int connections) {
        ForInformation none = new ForInformation();
        ratios.rate("pools.memory.one", "pools.memory.fixed", connections, none);
        ratios.rate("pools.memory.many", "pools.memory.fixed", connections, none);
        ratios.rate("pools.durable.one", "pools.memory.one", connections, none);
        ratios.rate("pools.durable.many", "pools.memory.many", connections, none);
        ratios.time("pools.memory.full", "pools.memory.many", connections, new AtMost(1.3));
        ratios.processor("pools.memory.full", "pools.memory.many", connections, new AtMost(1.3));
        if (connections == ORIGINAL_CONNECTIONS) {
            ratios.rate(
                    "pools.durable.one",
                    "cc.me on PostgreSQL",
                    ORIGINAL_PER_SECOND,
                    connections,
                    new AtLeast(20));
        }
    }
}
