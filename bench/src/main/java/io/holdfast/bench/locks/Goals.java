package io.holdfast.bench.locks;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.Latencies;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratios;
import io.holdfast.bench.report.Row;

import java.util.List;
import java.util.OptionalDouble;

/** The design goals for the locks benchmark, each as a ratio of two rows of the same run. */
final class Goals {

    private static final String MEMORY = "locks.memory.unique";
    private static final String TRACED = "locks.traced.unique";
    private static final String SHARED = "locks.memory.shared";
    private static final String FIXED = "locks.memory.fixed";
    private static final String DURABLE = "locks.durable.unique";
    private static final String DURABLE_SHARED = "locks.durable.shared";
    private static final String NGINX = "yardstick.nginx.fixed";
    private static final String ETCD = "yardstick.etcd.unique";
    private static final String ETCD_SHARED = "yardstick.etcd.shared";
    private static final String REDIS_FSYNC = "yardstick.redis.fsync";

    private final List<Row> rows;
    private final Ratios ratios;

    private Goals(List<Row> rows) {
        this.rows = rows;
        this.ratios = new Ratios(rows);
    }

    /** Returns the ratios whose first row was requested; a missing second row is "not measured". */
    static List<Ratio> of(List<Row> rows, Options options) {
        Goals goals = new Goals(rows);
        for (int connections : options.get(Options.CONNECTIONS)) {
            if (connections == 1) {
                goals.addAlone();
            } else {
                goals.addCrowd(connections);
            }
            if (options.get(LocksOptions.TRACED)) {
                goals.ratios.rate(MEMORY, TRACED, connections, new ForInformation());
                goals.ratios.processor(MEMORY, TRACED, connections, new ForInformation());
            }
            options.get(LocksOptions.SERVER)
                    .forEach(other -> goals.ratios.sideBySide("locks", other.name(), connections));
        }
        goals.addHandovers();
        return goals.ratios.all();
    }

    private void addAlone() {
        ratios.rate(MEMORY, NGINX, 1, new AtLeast(0.8));
        ratios.rate(DURABLE, REDIS_FSYNC, 1, new AtLeast(0.85));
        ratios.processor(DURABLE, MEMORY, 1, new AtMost(2.5));
        // The stricter interpretation of the same goal: a whole pair against one SET.
        OptionalDouble halved = ratios.quotientOfRates(DURABLE, REDIS_FSYNC, 1);
        if (ratios.has(DURABLE, 1)) {
            ratios.add(new Ratio(
                    DURABLE + " at 1",
                    REDIS_FSYNC + ", one SET for a pair",
                    halved.isPresent() ? OptionalDouble.of(halved.getAsDouble() / 2) : halved,
                    new ForInformation()));
        }
    }

    private void addCrowd(int connections) {
        ratios.rate(MEMORY, FIXED, connections, new AtLeast(0.85));
        ratios.rate(MEMORY, NGINX, connections, new AtLeast(0.67));
        ratios.processor(MEMORY, NGINX, connections, new AtMost(2.8));
        ratios.rate(SHARED, NGINX, connections, new AtLeast(0.44));
        ratios.rate(FIXED, NGINX, connections, new ForInformation());
        ratios.rate(DURABLE, MEMORY, connections, new AtLeast(0.75));
        ratios.rate(DURABLE, ETCD, connections, new AtLeast(4));
        ratios.rate(DURABLE_SHARED, ETCD_SHARED, connections, new AtLeast(7));
    }

    /** A handover is compared with the acquires that were measured between the handovers. */
    private void addHandovers() {
        for (Row row : rows) {
            if (row.kind() == Row.Kind.HANDOVER) {
                OptionalDouble value = Ratios.figures(row)
                        .map(f -> Ratios.quotient(p50(f.latencies()), p50(f.acquires())))
                        .orElse(OptionalDouble.empty());
                String what = row.id() + ", p50";
                ratios.add(new Ratio(what, "an uncontended acquire", value, new AtMost(1.5)));
            }
        }
    }

    private static OptionalDouble p50(Latencies latencies) {
        return OptionalDouble.of(latencies.percentileMicros(50));
    }
}
