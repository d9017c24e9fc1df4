package io.holdfast.core;

import io.holdfast.core.claims.ClaimsInspection;
import io.holdfast.core.entities.EntitiesInspection;
import io.holdfast.core.history.HistoryInspection;
import io.holdfast.core.ledger.LedgerInspection;
import io.holdfast.core.locks.LocksInspection;
import io.holdfast.core.nodes.NodesInspection;
import io.holdfast.core.pools.PoolsInspection;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.KernelInspection;
import io.holdfast.core.sessions.SessionsInspection;
import io.holdfast.core.state.Findings;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.tenants.TenantsInspection;

import java.util.List;

/**
 * Checks the whole state for violated invariants. For small states only: it scans whole lists,
 * because it does not trust the indexes.
 */
public final class Inspection {

    private Inspection() {}

    /** Returns whether the grant with this fence has not ended. */
    public static boolean isHeld(Machine machine, long fence) {
        return machine.kernel.findGrant(fence) != null;
    }

    /** Returns one description for each violated invariant. */
    public static List<String> problems(Machine machine) {
        Findings findings = new Findings(machine.state);
        Tenants recount = new Tenants();
        Kernel kernel = machine.kernel;
        SessionsInspection.run(machine.sessions, findings, recount);
        LedgerInspection.run(
                machine.ledger, machine.settings().ledgerMax(), machine.lives, findings);
        KernelInspection.run(kernel, findings, recount);
        LedgerInspection.run(
                machine.deliveries, fence -> kernel.findGrant(fence) != null, findings);
        LocksInspection.run(machine.locks, kernel, findings, recount);
        PoolsInspection.run(machine.pools, kernel, findings, recount);
        ClaimsInspection.run(
                machine.claims, kernel, machine.settings().claims(), findings, recount);
        EntitiesInspection.run(machine.entities, kernel, findings, recount);
        NodesInspection.run(machine.nodes, findings, recount);
        TenantsInspection.run(machine.tenants, findings, recount);
        HistoryInspection.run(kernel.history(), findings);
        findings.conclude();
        return findings.problems();
    }
}
