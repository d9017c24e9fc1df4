package io.holdfast.bench.report;

import io.holdfast.bench.load.Measurement;

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
    public sealed interface Result permits Measured, Absent {}

    /** The row was run; its figures count only when nothing went wrong in it. */
    public record Measured(Measurement figures) implements Result {}

    /** The row was not run. */
    public record Absent(String why) implements Result {}

    /** Whether the row was run and something went wrong in it. */
    public boolean isInvalid() {
        return result instanceof Measured(Measurement figures) && figures.faults() > 0;
    }
}
