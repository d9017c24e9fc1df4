package io.holdfast.bench.locks;

import io.holdfast.bench.load.Latencies;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What the design asks of the locks bench, each as a ratio of two rows of the same run. */
final class Goals {

    private static final String MEMORY = "locks.memory.unique";
    private static final String SHARED = "locks.memory.shared";
    private static final String FIXED = "locks.memory.fixed";
    private static final String DURABLE = "locks.durable.unique";
    private static final String NGINX = "yardstick.nginx.fixed";
    private static final String ETCD = "yardstick.etcd.unique";
    private static final String REDIS_FSYNC = "yardstick.redis.fsync";

    private static final Function<Measurement, OptionalDouble> RATE =
            figures -> OptionalDouble.of(figures.perSecond());
    private static final Function<Measurement, OptionalDouble> PROCESSOR =
            Measurement::serverMicrosPerPair;

    private final List<Row> rows;
    private final List<Ratio> ratios = new ArrayList<>();

    private Goals(List<Row> rows) {
        this.rows = rows;
    }

    /** The ratios whose first row was asked for; a missing second row shows as not measured. */
    static List<Ratio> of(List<Row> rows, LocksOptions options) {
        Goals goals = new Goals(rows);
        for (int connections : options.connections) {
            if (connections == 1) {
                goals.addAlone();
            } else {
                goals.addCrowd(connections);
            }
            options.others.forEach(other -> goals.addSideBySide(other.name(), connections));
        }
        goals.addHandovers();
        return List.copyOf(goals.ratios);
    }

    private void addAlone() {
        rate(MEMORY, NGINX, 1, new AtLeast(0.8));
        rate(DURABLE, REDIS_FSYNC, 1, new AtLeast(0.6));
        // The stricter reading of the same line: a whole pair against one SET.
        OptionalDouble halved = quotient(value(DURABLE, 1, RATE), value(REDIS_FSYNC, 1, RATE));
        if (has(DURABLE, 1)) {
            ratios.add(new Ratio(
                    DURABLE + " at 1",
                    REDIS_FSYNC + ", one SET for a pair",
                    halved.isPresent() ? OptionalDouble.of(halved.getAsDouble() / 2) : halved,
                    new ForInformation()));
        }
    }

    private void addCrowd(int connections) {
        rate(MEMORY, FIXED, connections, new AtLeast(0.85));
        rate(MEMORY, NGINX, connections, new AtLeast(0.67));
        add(MEMORY, NGINX, connections, "CPU a pair", PROCESSOR, new AtMost(2.8));
        rate(SHARED, NGINX, connections, new AtLeast(0.34));
        rate(FIXED, NGINX, connections, new ForInformation());
        rate(DURABLE, MEMORY, connections, new AtLeast(0.6));
        rate(DURABLE, ETCD, connections, new AtLeast(4));
    }

    private void addSideBySide(String other, int connections) {
        for (String keys : List.of("unique", "shared")) {
            String ours = "locks.memory." + keys;
            String theirs = "locks." + other + "." + keys;
            if (has(theirs, connections)) {
                rate(ours, theirs, connections, new ForInformation());
                add(ours, theirs, connections, "CPU a pair", PROCESSOR, new ForInformation());
            }
        }
    }

    /** A handover is compared with the acquires that were measured between the handovers. */
    private void addHandovers() {
        for (Row row : rows) {
            if (row.kind() == Row.Kind.HANDOVER) {
                OptionalDouble value = figures(row)
                        .map(f -> quotient(p50(f.latencies()), p50(f.acquires())))
                        .orElse(OptionalDouble.empty());
                String what = row.id() + ", p50";
                ratios.add(new Ratio(what, "an uncontended acquire", value, new AtMost(1.5)));
            }
        }
    }

    private static OptionalDouble p50(Latencies latencies) {
        return OptionalDouble.of(latencies.percentileMicros(50));
    }

    private void rate(String what, String against, int connections, Goal goal) {
        add(what, against, connections, "pairs/s", RATE, goal);
    }

    private void add(
            String what,
            String against,
            int connections,
            String figure,
            Function<Measurement, OptionalDouble> of,
            Goal goal) {
        if (has(what, connections)) {
            OptionalDouble value =
                    quotient(value(what, connections, of), value(against, connections, of));
            String ours = what + " at " + connections + ", " + figure;
            ratios.add(new Ratio(ours, against, value, goal));
        }
    }

    private boolean has(String id, int connections) {
        return row(id, connections).isPresent();
    }

    private OptionalDouble value(
            String id, int connections, Function<Measurement, OptionalDouble> of) {
        return row(id, connections).flatMap(Goals::figures).map(of).orElse(OptionalDouble.empty());
    }

    private Optional<Row> row(String id, int connections) {
        return rows.stream()
                .filter(row -> row.id().equals(id) && row.connections() == connections)
                .findFirst();
    }

    private static Optional<Measurement> figures(Row row) {
        return row.result() instanceof Measured(Measurement figures) && !row.isInvalid()
                ? Optional.of(figures)
                : Optional.empty();
    }

    private static OptionalDouble quotient(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }
}
