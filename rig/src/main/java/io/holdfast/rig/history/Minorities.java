package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation.Attempt;

import java.util.List;

/** Checks that a member without a majority neither decides nor reads anything meanwhile. */
final class Minorities {

    /** A leader that was cut off may answer reads until its lease ends; those are still current. */
    static final long READ_LEASE_NANOS = 2_000_000_000L;

    private Minorities() {}

    static void check(List<Operation> operations, List<Window> windows, Findings findings) {
        List<Window> cuts =
                windows.stream().filter(window -> !window.minority().isEmpty()).toList();
        if (cuts.isEmpty()) {
            return;
        }
        for (Operation operation : operations) {
            for (Attempt attempt : operation.attempts()) {
                if (attempt.result().definite()) {
                    check(operation, attempt, cuts, findings);
                }
            }
        }
    }

    private static void check(
            Operation operation, Attempt attempt, List<Window> cuts, Findings findings) {
        long graceNanos = operation.action().isRead() ? READ_LEASE_NANOS : 0;
        for (Window cut : cuts) {
            if (cut.minority().contains(attempt.node())
                    && attempt.sentNanos() > cut.inForceNanos() + graceNanos
                    && attempt.toldNanos() < cut.healingNanos()) {
                findings.add(Kind.MINORITY, cut.fault() + ": " + operation);
            }
        }
    }
}
