package io.holdfast.core.history;

import io.holdfast.core.state.Findings;

/** The invariants of the history between two batches. */
public final class HistoryInspection {

    private long bytes;
    private int rows;

    private HistoryInspection() {}

    public static void run(History history, Findings findings) {
        HistoryInspection inspection = new HistoryInspection();
        history.rows().forEach(row -> inspection.check(history, row, findings));
        findings.expect(inspection.bytes == history.bytes(), "the history's bytes are miscounted");
        findings.expect(
                inspection.rows == history.indexed(), "the history's index has removed rows");
    }

    private void check(History history, ResourceHistory row, Findings findings) {
        findings.see(row);
        findings.expect(history.find(row.name()) == row, "not in the history's index", row);
        findings.expect(row.grants() + row.waits() > 0, "a history is empty", row);
        long[] last = {Long.MAX_VALUE};
        row.newestFirst(use -> {
            findings.expect(use.endedMillis() <= last[0], "a history is out of order", row);
            last[0] = use.endedMillis();
        });
        bytes += row.heapBytes();
        rows++;
    }
}
