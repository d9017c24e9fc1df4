package io.holdfast.core.pools;

import io.holdfast.core.query.Query.PoolsGauges;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Space;

/** The invariants of pools and their leases between two batches. */
public final class PoolsInspection {

    private PoolsInspection() {}

    /** Checks the running counts and the index, and recounts the pools of every tenant. */
    public static void run(PoolsBook pools, Kernel kernel, Findings findings, Tenants recount) {
        int[] counted = new int[3];
        kernel.resources().forEach(pool -> {
            if (pool.name().space() != Space.POOLS) {
                return;
            }
            counted[0]++;
            counted[1] += pool.held();
            counted[2] += pool.queued();
            recount.of(pool.name().tenant()).addKeys(1);
            findings.expect(pool.dueNanos() == Timed.NEVER, "a pool has a removal deadline", pool);
            for (Grant lease = pool.firstGrant(); lease != null; lease = lease.nextOfResource()) {
                LeaseId id = new LeaseId(lease.saltHigh(), lease.salt());
                findings.expect(
                        pools.leases.find(id) == lease, "a lease is not in the index", lease);
            }
        });
        PoolsGauges gauges = pools.gauges();
        findings.expect(counted[0] == gauges.pools(), "pools are miscounted");
        findings.expect(counted[1] == gauges.leases(), "the index has removed leases");
        findings.expect(counted[2] == gauges.waiters(), "pool waiters are miscounted");
    }
}
