package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation.Attempt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Checks liveness: while a majority is healthy, every request to a healthy member is answered in
 * time, with any answer, and grants continue. At other times nothing is required.
 *
 * @param nodes the number of members
 * @param answerNanosMax how long a request may take beyond the wait that it requested
 * @param silenceNanosMax how long the cluster may go without a grant
 */
public record Liveness(int nodes, long answerNanosMax, long silenceNanosMax) {

    void check(
            List<Operation> operations,
            List<Window> windows,
            long fromNanos,
            long toNanos,
            Findings findings) {
        List<Long> grants = new ArrayList<>();
        for (Operation operation : operations) {
            for (Attempt attempt : operation.attempts()) {
                checkAnswered(operation, attempt, windows, findings);
            }
            if (operation.result() instanceof Result.Granted) {
                grants.add(operation.returnedNanos());
            }
        }
        Collections.sort(grants);
        checkProgress(grants, windows, fromNanos, toNanos, findings);
    }

    private void checkAnswered(
            Operation operation, Attempt attempt, List<Window> windows, Findings findings) {
        long tookNanos = attempt.toldNanos() - attempt.sentNanos();
        if (tookNanos <= operation.action().waitNanosMax() + answerNanosMax) {
            return;
        }
        for (Window window : windows) {
            if (window.overlaps(attempt.sentNanos(), attempt.toldNanos())
                    && (window.touched().contains(attempt.node()) || !tolerable(window))) {
                return;
            }
        }
        findings.add(Kind.LIVENESS, tookNanos / 1_000_000 + " ms: " + operation);
    }

    private boolean tolerable(Window window) {
        return window.touched().size() * 2 < nodes;
    }

    /** Checks every interval without grants, excluding the time that faults explain. */
    private void checkProgress(
            List<Long> grants,
            List<Window> windows,
            long fromNanos,
            long toNanos,
            Findings findings) {
        long lastNanos = fromNanos;
        List<Long> instants = new ArrayList<>(grants);
        instants.add(toNanos);
        for (long nextNanos : instants) {
            long silentNanos = nextNanos - lastNanos - excusedNanos(windows, lastNanos, nextNanos);
            if (silentNanos > silenceNanosMax) {
                findings.add(
                        Kind.LIVENESS,
                        "nothing was granted for " + silentNanos / 1_000_000 + " ms, starting at "
                                + (lastNanos - fromNanos) / 1_000_000 + " ms");
            }
            lastNanos = Math.max(lastNanos, nextNanos);
        }
    }

    private long excusedNanos(List<Window> windows, long fromNanos, long toNanos) {
        long excused = 0;
        for (Window window : windows) {
            if (!tolerable(window)) {
                long from = Math.max(fromNanos, window.beganNanos());
                excused += Math.max(0, Math.min(toNanos, window.overNanos()) - from);
            }
        }
        return excused;
    }
}
