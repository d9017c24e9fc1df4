package io.holdfast.bench.report;

import io.holdfast.bench.load.Measurement;

import java.util.Comparator;
import java.util.List;

/**
 * One measured or missing line of the report.
 *
 * @param id dotted, the filter's language: {@code locks.memory.unique}
 * @param connections how many were open at once
 * @param kind what one counted thing of this row is
 */
public record Row(String id, int connections, Kind kind, Result result) {

    /** What is counted, and how many requests it is. */
    public enum Kind {
        /** Two requests, one after the other. */
        PAIR(2),
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

    /** Figures, or why there are none. */
    public sealed interface Result permits Measured, Absent, Failed {}

    /** The row was run; its figures count only when nothing went wrong in it. */
    public record Measured(Measurement figures) implements Result {}

    /** The row was not run, because what it needs is not on this machine. */
    public record Absent(String why) implements Result {}

    /** The row could not be run: a server did not start, or is gone. */
    public record Failed(String why) implements Result {}

    /** Whether something went wrong, so that there are no figures or they do not count. */
    public boolean isInvalid() {
        return switch (result) {
            case Measured(Measurement figures) -> figures.faults() > 0;
            case Failed ignored -> true;
            case Absent ignored -> false;
        };
    }

    /** The row whose rate is in the middle; one that is invalid wins, so that none is hidden. */
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
