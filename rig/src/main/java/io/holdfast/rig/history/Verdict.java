package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks whether a history keeps every promise. */
public final class Verdict {

    private final Findings findings = new Findings();
    private int undecided;

    /** Checks a whole history, with the times at which faults were in force. */
    public Verdict(
            List<Operation> operations,
            List<Belief> beliefs,
            List<Window> windows,
            Liveness liveness,
            long fromNanos,
            long toNanos) {
        this(operations, beliefs);
        Minorities.check(operations, windows, findings);
        liveness.check(operations, windows, fromNanos, toNanos, findings);
    }

    /** Checks what must hold for any part of a history, independent of faults. */
    public Verdict(List<Operation> operations, List<Belief> beliefs) {
        this(operations, beliefs, false);
    }

    /** Checks a history of one server that was restarted at times. */
    public Verdict(List<Operation> operations, List<Belief> beliefs, Restarts restarts) {
        this(operations, beliefs, restarts.exactLeases());
        restarts.check(operations, findings);
    }

    private Verdict(List<Operation> operations, List<Belief> beliefs, boolean exactLeases) {
        GrantCollector gathering = new GrantCollector(operations, exactLeases, findings);
        GrantChecks.check(gathering.grants(), findings);
        gathering.slots().forEach(slot -> GrantChecks.checkHolders(slot, 1, findings));
        Belief.check(beliefs, gathering.grants(), findings);
        RepeatCheck.check(operations, findings);
        linearizable(operations);
    }

    public Findings findings() {
        return findings;
    }

    /**
     * Returns the number of resources with so many lost answers that an order was neither found nor
     * excluded.
     */
    public int undecided() {
        return undecided;
    }

    private void linearizable(List<Operation> operations) {
        Map<String, List<Operation>> byName = new TreeMap<>();
        for (Operation operation : operations) {
            if (operation.resource().capacity() <= 1) {
                byName.computeIfAbsent(operation.resource().name(), name -> new ArrayList<>())
                        .add(operation);
            }
        }
        for (List<Operation> ofOne : byName.values()) {
            boolean value = ofOne.getFirst().resource().capacity() == 0;
            List<Operation> telling =
                    value ? Observations.values(ofOne) : Observations.holders(ofOne);
            if (value) {
                decide(new Linearizability<>(new ValueModel(), telling));
            } else {
                decide(new Linearizability<>(new HolderModel(), telling));
            }
        }
    }

    private void decide(Linearizability<?> search) {
        switch (search.check()) {
            case EXPLAINED -> {}
            case UNDECIDED -> undecided++;
            case NOT_EXPLAINED -> findings.add(Kind.LINEAR, "up to " + search.unexplained());
        }
    }
}
