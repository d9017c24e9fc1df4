package io.holdfast.rig.history;

import io.holdfast.rig.history.Operation.Attempt;
import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * While a majority is well, every request to a node that is well is answered in time, in whichever
 * way, and something is granted again and again. Outside of such times nothing is demanded.
 *
 * @param nodes how many there are
 * @param answerNanosMax how long a request may take beyond the wait that it asked for
 * @param silenceNanosMax how long nobody may be granted anything
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

    /** Every stretch of silence is looked at; what faults explain is taken out of it. */
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
                        "nothing was granted for " + silentNanos / 1_000_000 + " ms from "
                                + (lastNanos - fromNanos) / 1_000_000 + " ms on");
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
