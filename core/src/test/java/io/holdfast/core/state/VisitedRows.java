package io.holdfast.core.state;

/** Reads how many rows a query has visited. */
public final class VisitedRows {

    private VisitedRows() {}

    public static int of(Visits visits) {
        return visits.rows;
    }
}
