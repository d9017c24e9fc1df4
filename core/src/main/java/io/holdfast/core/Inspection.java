package io.holdfast.core;

import io.holdfast.core.state.Findings;
import io.holdfast.core.tenants.Tenants;

import java.util.List;

/**
 * Checks the whole state for violated invariants. For tests and small states only: it scans whole
 * lists, because it does not trust the indexes.
 */
public final class Inspection {

    private Inspection() {}

    /** Returns one description for each violated invariant. */
    public static List<String> problems(Machine machine) {
        Findings findings = new Findings(machine.state);
        machine.sessions.inspect(findings);
        machine.ledger.inspect(findings, machine.settings().ledgerMax(), machine.lives);
        machine.kernel.inspect(findings);
        machine.deliveries.inspect(findings, fence -> machine.kernel.findGrant(fence) != null);
        machine.locks.inspect(findings);
        machine.pools.inspect(findings);
        machine.claims.inspect(findings);
        machine.entities.inspect(findings);
        machine.nodes.inspect(findings);
        Tenants recount = new Tenants();
        machine.sessions.recount(recount);
        machine.kernel.recount(recount);
        machine.locks.recount(recount);
        machine.pools.recount(recount);
        machine.claims.recount(recount);
        machine.entities.recount(recount);
        machine.nodes.recount(recount);
        machine.tenants.inspect(findings, recount);
        findings.conclude();
        return findings.problems();
    }
}
