package io.holdfast.bench.report;

import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratio.Goal;
import io.holdfast.bench.report.Row.Measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Collects ratios between the rows of one run. */
public final class Ratios {

    private static final Function<Measurement, OptionalDouble> RATE =
            figures -> OptionalDouble.of(figures.perSecond());

    private final List<Row> rows;
    private final List<Ratio> ratios = new ArrayList<>();

    public Ratios(List<Row> rows) {
        this.rows = rows;
    }

    public List<Ratio> all() {
        return List.copyOf(ratios);
    }

    public void add(Ratio ratio) {
        ratios.add(ratio);
    }

    public void rate(String what, String against, int connections, Goal goal) {
        add(what, against, connections, "pairs/s", RATE, goal);
    }

    public void processor(String what, String against, int connections, Goal goal) {
        add(what, against, connections, "CPU a pair", Measurement::serverMicrosPerPair, goal);
    }

    /** The time is the inverse of the rate. */
    public void time(String what, String against, int connections, Goal goal) {
        Function<Measurement, OptionalDouble> time =
                figures -> OptionalDouble.of(1 / Math.max(1, figures.perSecond()));
        add(what, against, connections, "time of a pair", time, goal);
    }

    /** Adds a row's rate against a rate that was measured elsewhere. */
    public void rate(String what, String against, double elsewhere, int connections, Goal goal) {
        if (has(what, connections)) {
            OptionalDouble value =
                    quotient(value(what, connections, RATE), OptionalDouble.of(elsewhere));
            ratios.add(new Ratio(what + " at " + connections + ", pairs/s", against, value, goal));
        }
    }

    /** Adds Holdfast against a server of the same API, if that was measured. */
    public void sideBySide(String bench, String other, int connections) {
        for (String keys : List.of("unique", "shared")) {
            String ours = bench + ".memory." + keys;
            String theirs = bench + "." + other + "." + keys;
            if (has(theirs, connections)) {
                rate(ours, theirs, connections, new ForInformation());
                processor(ours, theirs, connections, new ForInformation());
            }
        }
    }

    public boolean has(String id, int connections) {
        return row(id, connections).isPresent();
    }

    /** Returns the ratio of the two rates; empty if one of the rows is missing. */
    public OptionalDouble quotientOfRates(String what, String against, int connections) {
        return quotient(value(what, connections, RATE), value(against, connections, RATE));
    }

    public static OptionalDouble quotient(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns the figures, unless the row is invalid. */
    public static Optional<Measurement> figures(Row row) {
        return row.result() instanceof Measured(Measurement figures) && !row.isInvalid()
                ? Optional.of(figures)
                : Optional.empty();
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

    private OptionalDouble value(
            String id, int connections, Function<Measurement, OptionalDouble> of) {
        return row(id, connections).flatMap(Ratios::figures).map(of).orElse(OptionalDouble.empty());
    }

    private Optional<Row> row(String id, int connections) {
        return rows.stream()
                .filter(row -> row.id().equals(id) && row.connections() == connections)
                .findFirst();
    }
}
