package io.holdfast.rig.history;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches for one order of the operations that explains all answers, with the algorithm of Wing
 * and Gong: any operation invoked before the first of the remaining ones returned may be next. An
 * operation with an unknown outcome may take effect at any time after its invocation, or never.
 * Each combination of completed operations and state is tried once.
 */
final class Linearizability<S> {

    enum Answer {
        EXPLAINED,
        NOT_EXPLAINED,
        /** There are too many orders to try. */
        UNDECIDED
    }

    private static final int TRIES_MAX = 2_000_000;

    private final Model<S> model;
    private final List<Operation> operations;
    private final int definite;

    /** The operation at which the longest explanation ended; for the report. */
    private @Nullable Operation unexplained;

    /**
     * A visited configuration: all operations before {@code first} are done, and of the rest those
     * in {@code done}.
     */
    private record Tried<S>(int first, BitSet done, S state) {}

    /**
     * A step of the explanation: the operations that may be next, and the one that is being tried.
     */
    private static final class Step<S> {
        final S state;
        final int first;
        final List<Integer> candidates;
        int next;

        Step(S state, int first, List<Integer> candidates) {
            this.state = state;
            this.first = first;
            this.candidates = candidates;
        }
    }

    Linearizability(Model<S> model, List<Operation> operations) {
        this.model = model;
        this.operations = new ArrayList<>(operations);
        this.operations.sort(Comparator.comparingLong(Operation::invokedNanos));
        this.definite =
                (int) operations.stream().filter(Linearizability::isDefinite).count();
    }

    private static boolean isDefinite(Operation operation) {
        return operation.returnedNanos() != Long.MAX_VALUE;
    }

    /** Returns the operation at which the longest explanation ended. */
    @Nullable
    Operation unexplained() {
        return unexplained;
    }

    Answer check() {
        BitSet done = new BitSet(operations.size());
        Set<Tried<S>> tried = new HashSet<>();
        List<Step<S>> steps = new ArrayList<>();
        List<Integer> taken = new ArrayList<>();
        steps.add(new Step<>(model.start(), 0, candidates(done, 0)));
        int explained = 0;
        int longest = -1;
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            if (explained == definite) {
                return Answer.EXPLAINED;
            }
            Step<S> step = steps.getLast();
            if (step.next == step.candidates.size()) {
                if (explained > longest) {
                    longest = explained;
                    unexplained = operations.get(step.candidates.getFirst());
                }
                steps.removeLast();
                if (steps.isEmpty()) {
                    return Answer.NOT_EXPLAINED;
                }
                int undone = taken.removeLast();
                done.clear(undone);
                explained -= isDefinite(operations.get(undone)) ? 1 : 0;
                continue;
            }
            int chosen = step.candidates.get(step.next++);
            S after = model.after(step.state, operations.get(chosen));
            boolean idle = !isDefinite(operations.get(chosen)) && step.state.equals(after);
            if (after == null || idle) {
                // An operation with an unknown outcome that would change nothing need not be tried.
                continue;
            }
            done.set(chosen);
            int first = done.nextClearBit(step.first);
            BitSet rest = done.get(first, Math.max(first, done.length()));
            if (!tried.add(new Tried<>(first, rest, after))) {
                done.clear(chosen);
                continue;
            }
            taken.add(chosen);
            explained += isDefinite(operations.get(chosen)) ? 1 : 0;
            steps.add(new Step<>(after, first, candidates(done, first)));
        }
        return Answer.UNDECIDED;
    }

    /**
     * Returns the operations invoked before the first remaining one returned, definite ones first.
     */
    private List<Integer> candidates(BitSet done, int first) {
        long endNanos = Long.MAX_VALUE;
        int limit = operations.size();
        for (int i = first; i < limit; i++) {
            Operation operation = operations.get(i);
            if (operation.invokedNanos() > endNanos) {
                break;
            }
            if (!done.get(i)) {
                endNanos = Math.min(endNanos, operation.returnedNanos());
            }
        }
        List<Integer> sure = new ArrayList<>();
        List<Integer> perhaps = new ArrayList<>();
        for (int i = first; i < limit && operations.get(i).invokedNanos() <= endNanos; i++) {
            if (!done.get(i)) {
                (isDefinite(operations.get(i)) ? sure : perhaps).add(i);
            }
        }
        sure.sort(Comparator.comparingLong(i -> operations.get(i).returnedNanos()));
        sure.addAll(perhaps);
        return sure;
    }
}
