package io.holdfast.core;

import io.holdfast.core.state.Findings;

import java.util.List;

/**
 * Looks at the whole state for what should be impossible. It is for tests and small states: it
 * searches lists from end to end, because it trusts no index.
 */
public final class Inspection {

    private Inspection() {}

    /** What is wrong, in words; empty where nothing is. */
    public static List<String> problems(Machine machine) {
        Findings findings = new Findings(machine.state);
        machine.sessions.inspect(findings);
        machine.ledger.inspect(findings, machine.settings().ledgerMax(), machine.lives);
        machine.kernel.inspect(findings);
        machine.locks.inspect(findings);
        machine.pools.inspect(findings);
        machine.claims.inspect(findings);
        machine.entities.inspect(findings);
        machine.nodes.inspect(findings);
        findings.conclude();
        return findings.problems();
    }
}
