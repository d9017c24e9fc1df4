package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation.Attempt;

import java.util.List;

/** Checks that a request id with a successful answer always gets the same answer. */
final class RepeatCheck {

    private RepeatCheck() {}

    static void check(List<Operation> operations, Findings findings) {
        for (Operation operation : operations) {
            if (!operation.requestId().isEmpty()) {
                check(operation, findings);
            }
        }
    }

    private static void check(Operation operation, Findings findings) {
        Result first = operation.result();
        if (!first.remembered()) {
            return;
        }
        for (Attempt attempt : operation.attempts()) {
            Result again = attempt.result();
            if (again.definite() && !same(first, again)) {
                findings.add(
                        Kind.REPEAT, operation.requestId() + " got " + again + ": " + operation);
            }
        }
    }

    private static boolean same(Result first, Result again) {
        return first instanceof Result.Granted a && again instanceof Result.Granted b
                ? a.fence() == b.fence() && a.slot() == b.slot()
                : first.equals(again);
    }
}
