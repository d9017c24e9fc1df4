package io.holdfast.core.resource;

import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;

import java.util.BitSet;

/** The invariants of resources, grants and queues between two batches. */
public final class KernelInspection {

    private final Kernel kernel;
    private final Findings findings;
    private final Tenants recount;
    private int grants;
    private int waiters;
    private int contended;
    private final UseCounts use = new UseCounts();

    private KernelInspection(Kernel kernel, Findings findings, Tenants recount) {
        this.kernel = kernel;
        this.findings = findings;
        this.recount = recount;
    }

    /** Checks all resources, and recounts the leases and waiters of every tenant. */
    public static void run(Kernel kernel, Findings findings, Tenants recount) {
        KernelInspection inspection = new KernelInspection(kernel, findings, recount);
        kernel.resources().forEach(inspection::check);
        inspection.checkSizes();
    }

    private void checkSizes() {
        findings.expect(
                kernel.byName.size() == kernel.resources().size(),
                "the name index has removed resources");
        findings.expect(kernel.byFence.size() == grants, "the fence index has removed grants");
        findings.expect(kernel.byCall.size() == waiters, "the call index has removed waiters");
        findings.expect(kernel.byPlace.size() == waiters, "the place index has removed waiters");
        findings.countBytes((long) contended * Contention.BYTES);
        findings.expect(
                kernel.contention.size() == contended
                        && kernel.contention.byLength(Long.MAX_VALUE, 0).size() == contended,
                "the indexes of contended resources differ from the queues");
        findings.expect(
                kernel.use().equals(use.gauges()), "the counts of each API differ from a recount");
    }

    private void check(Resource resource) {
        findings.see(resource);
        contended += resource.queued() > 0 ? 1 : 0;
        findings.expect(
                kernel.find(resource.name()) == resource, "not in the name index", resource);
        findings.expect(
                kernel.tenants().find(resource.tenant.name()) == resource.tenant,
                "has a wrong tenant",
                resource);
        findings.expect(
                resource.queued() == 0 || resource.held() >= resource.capacity(),
                "a slot is free but the queue is not empty",
                resource);
        findings.expect(
                resource.idle() || resource.dueNanos() == Timed.NEVER,
                "a resource in use has a removal deadline",
                resource);
        checkGrants(resource);
        checkQueue(resource);
        use.held(resource, resource.held());
        use.waiting(resource, resource.queued());
        TenantUse ofTenant = recount.of(resource.tenant.name());
        ofTenant.addLeases(resource.held());
        ofTenant.addWaiters(resource.queued());
    }

    private void checkGrants(Resource resource) {
        BitSet slots = new BitSet();
        long lastFence = 0;
        int held = 0;
        for (Grant grant = resource.firstGrant(); grant != null; grant = grant.nextOfResource) {
            findings.see(grant);
            findings.expect(grant.resource == resource, "belongs to another resource", grant);
            findings.expect(
                    kernel.findGrant(grant.number()) == grant, "not in the fence index", grant);
            findings.expect(grant.number() > lastFence, "grants are out of order", grant);
            findings.expect(grant.number() <= kernel.fence(), "a fence exceeds the counter", grant);
            findings.expect(!slots.get(grant.slot()), "a slot is held twice", grant);
            findings.expect(
                    !grant.attached() || isAmong(grant, grant.holder),
                    "not in its holder's list",
                    grant);
            slots.set(grant.slot());
            lastFence = grant.number();
            held++;
        }
        grants += held;
        findings.expect(held == resource.held(), "holders are miscounted", resource);
    }

    private void checkQueue(Resource resource) {
        long last = 0;
        int queued = 0;
        int parked = 0;
        for (Waiter waiter = resource.head(); waiter != null; waiter = waiter.next) {
            findings.see(waiter);
            findings.expect(waiter.resource == resource, "in the wrong queue", waiter);
            findings.expect(
                    kernel.findWaiter(waiter.keyHigh(), waiter.keyLow()) == waiter,
                    "not in the call index",
                    waiter);
            findings.expect(
                    kernel.findWaiter(resource.name(), waiter.number()) == waiter,
                    "not in the place index",
                    waiter);
            findings.expect(waiter.number() > last, "the queue is out of order", waiter);
            findings.expect(waiter.twoPhase || waiter.parked, "has no waiting call", waiter);
            findings.expect(
                    waiter.holder().listed() == isAmong(waiter, waiter.holder()),
                    "not in its holder's list",
                    waiter);
            last = waiter.number();
            queued++;
            parked += waiter.parked ? 1 : 0;
        }
        waiters += queued;
        findings.expect(queued == resource.queued(), "the queue is miscounted", resource);
        findings.expect(parked <= queued, "more calls than places", resource);
    }

    /** Checks the lists of a holder. */
    public static void check(Holder holder, Findings findings) {
        Grant beforeGrant = null;
        for (Grant grant = holder.firstGrant; grant != null; grant = grant.nextOfHolder) {
            findings.expect(
                    grant.holder == holder && grant.attached() && isHeld(grant),
                    "belongs to another holder",
                    grant);
            findings.expect(grant.previousOfHolder == beforeGrant, "its list is broken", grant);
            beforeGrant = grant;
        }
        Waiter before = null;
        for (Waiter waiter = holder.firstWaiter; waiter != null; waiter = waiter.nextOfHolder) {
            findings.expect(waiter.holder() == holder, "belongs to another holder", waiter);
            findings.expect(waiter.previousOfHolder == before, "its list is broken", waiter);
            before = waiter;
        }
    }

    private static boolean isHeld(Grant sought) {
        Grant grant = sought.resource.firstGrant();
        while (grant != null && grant != sought) {
            grant = grant.nextOfResource;
        }
        return grant == sought;
    }

    private static boolean isAmong(Grant sought, Holder holder) {
        Grant grant = holder.firstGrant;
        while (grant != null && grant != sought) {
            grant = grant.nextOfHolder;
        }
        return grant == sought;
    }

    private static boolean isAmong(Waiter sought, Holder holder) {
        Waiter waiter = holder.firstWaiter;
        while (waiter != null && waiter != sought) {
            waiter = waiter.nextOfHolder;
        }
        return waiter == sought;
    }
}
