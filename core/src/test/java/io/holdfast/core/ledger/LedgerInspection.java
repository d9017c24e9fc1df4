package io.holdfast.core.ledger;

import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;

import java.util.function.LongPredicate;

/** The invariants of remembered outcomes and of deliveries between two batches. */
public final class LedgerInspection {

    private LedgerInspection() {}

    /** Checks the remembered outcomes, of which there may be {@code max}. */
    public static void run(
            RequestLedger ledger, int max, MemberProcesses lives, Findings findings) {
        int[] answered = new int[1];
        long[] counted = new long[1];
        ledger.rows().forEach(row -> {
            findings.count(row);
            counted[0] += row.heapBytes();
            findings.expect(ledger.find(row.request) == row, "not in the id index", row);
            boolean kept = row.outcome != null;
            findings.expect(kept == (row.dueNanos() != Timed.NEVER), "has no expiry time", row);
            findings.expect(!kept || row.dueNanos() > findings.nowNanos(), "has expired", row);
            findings.expect(
                    !kept || row.joined.isEmpty(), "is answered but has waiting calls", row);
            for (CallSite call : row.joined) {
                MemberProcess life = lives.byNumber(call.life().number());
                findings.expect(call.life().equals(life), "the process of a call has ended", row);
            }
            answered[0] += kept ? 1 : 0;
        });
        findings.expect(
                counted[0] == ledger.bytes, "the bytes of remembered outcomes are miscounted");
        findings.expect(
                ledger.index.size() == ledger.rows().size(), "the id index has removed rows");
        findings.expect(
                ledger.kept.size() == answered[0] && Findings.intact(ledger.kept),
                "the expiry order is wrong");
        findings.expect(ledger.kept.size() <= max, "there are too many remembered outcomes");
    }

    /**
     * Checks the deliveries.
     *
     * @param held whether a grant with that fence exists
     */
    public static void run(Deliveries deliveries, LongPredicate held, Findings findings) {
        deliveries.rows().forEach(row -> {
            findings.count(row);
            findings.expect(
                    deliveries.byFence.find(0, row.fence()) == row, "not in the fence index", row);
            findings.expect(held.test(row.fence()), "its grant has ended", row);
            MemberProcess life = deliveries.lives.byNumber(row.life);
            findings.expect(life != null && !life.over(), "its process has ended", row);
        });
        findings.expect(
                deliveries.byFence.size() == deliveries.rows().size(),
                "the fence index has removed deliveries");
        findings.expect(
                deliveries.rows().size() <= Deliveries.MAX, "there are too many deliveries");
    }
}
