package io.holdfast.bench.report;

import io.holdfast.bench.load.Measurement;

import java.util.Comparator;
import java.util.List;

/**
 * One measured or missing row of the report.
 *
 * @param id dotted, as the filter takes it: {@code locks.memory.unique}
 * @param connections how many were open at once
 * @param kind what this row counts
 */
public record Row(String id, int connections, Kind kind, Result result) {

    /** What is counted, and its number of requests. */
    public enum Kind {
        /** Two requests, one after the other. */
        PAIR(2),
        /** Three requests, one after the other. */
        TRIPLE(3),
        /** A single request. */
        REQUEST(1),
        /** From a release to the next waiter's reply; its requests are not counted. */
        HANDOVER(0);

        private final int requests;

        Kind(int requests) {
            this.requests = requests;
        }

        int requests() {
            return requests;
        }
    }

    /** Figures, or the reason why there are none. */
    public sealed interface Result permits Measured, Absent, Failed {}

    /** The row was run; its figures count only if there were no faults. */
    public record Measured(Measurement figures) implements Result {}

    /** The row was not run, because a program that it requires is not on this machine. */
    public record Absent(String why) implements Result {}

    /** The row could not be run: a server did not start, or exited. */
    public record Failed(String why) implements Result {}

    /** Returns whether a fault occurred, so that there are no figures or they do not count. */
    public boolean isInvalid() {
        return switch (result) {
            case Measured(Measurement figures) -> figures.faults() > 0;
            case Failed ignored -> true;
            case Absent ignored -> false;
        };
    }

    /**
     * Returns the row with the median rate. An invalid row takes precedence, so that none is
     * hidden.
     */
    public static Row median(List<Row> rounds) {
        return rounds.stream().filter(Row::isInvalid).findFirst().orElseGet(() -> {
            List<Row> ordered = rounds.stream()
                    .sorted(Comparator.comparingDouble(Row::rate))
                    .toList();
            return ordered.get(ordered.size() / 2);
        });
    }

    private double rate() {
        return result instanceof Measured(Measurement figures) ? figures.perSecond() : 0;
    }
}
