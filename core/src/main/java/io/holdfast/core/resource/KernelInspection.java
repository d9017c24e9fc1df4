package io.holdfast.core.resource;

import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;

import java.util.BitSet;

/** What is always true of resources, grants and lines between two batches. */
final class KernelInspection {

    private final Kernel kernel;
    private final Findings findings;
    private int grants;
    private int waiters;

    KernelInspection(Kernel kernel, Findings findings) {
        this.kernel = kernel;
        this.findings = findings;
    }

    void run() {
        kernel.resources().forEach(this::check);
        kernel.checkSizes(findings, grants, waiters);
    }

    private void check(Resource resource) {
        findings.see(resource);
        findings.expect(kernel.find(resource.name) == resource, "not found by name", resource);
        findings.expect(
                kernel.tenants().find(resource.name.tenant()) == resource.tenant,
                "another's tenant",
                resource);
        findings.expect(
                resource.queued() == 0 || resource.held() >= resource.capacity(),
                "a slot is free and somebody waits",
                resource);
        findings.expect(
                resource.idle() || resource.dueNanos() == Timed.NEVER,
                "a resource in use would be forgotten",
                resource);
        checkGrants(resource);
        checkLine(resource);
    }

    private void checkGrants(Resource resource) {
        BitSet slots = new BitSet();
        long lastFence = 0;
        int held = 0;
        for (Grant grant = resource.firstGrant(); grant != null; grant = grant.nextOfResource) {
            findings.see(grant);
            findings.expect(grant.resource == resource, "a grant of another resource", grant);
            findings.expect(kernel.findGrant(grant.number()) == grant, "not found", grant);
            findings.expect(grant.number() > lastFence, "grants out of order", grant);
            findings.expect(grant.number() <= kernel.fence(), "a fence from the future", grant);
            findings.expect(!slots.get(grant.slot), "a slot is held twice", grant);
            findings.expect(
                    !grant.attached || isAmong(grant, grant.holder), "not its holder's", grant);
            slots.set(grant.slot);
            lastFence = grant.number();
            held++;
        }
        grants += held;
        findings.expect(held == resource.held(), "holders are miscounted", resource);
    }

    private void checkLine(Resource resource) {
        long last = 0;
        int queued = 0;
        int parked = 0;
        for (Waiter waiter = resource.head(); waiter != null; waiter = waiter.next) {
            findings.see(waiter);
            findings.expect(waiter.resource == resource, "in the wrong line", waiter);
            findings.expect(
                    kernel.findWaiter(waiter.keyHigh(), waiter.keyLow()) == waiter,
                    "not found by its call",
                    waiter);
            findings.expect(waiter.number() > last, "the line is out of order", waiter);
            findings.expect(waiter.twoPhase || waiter.parked, "nobody waits here", waiter);
            findings.expect(
                    waiter.holder().listed() == isAmong(waiter, waiter.holder()),
                    "not its holder's",
                    waiter);
            last = waiter.number();
            queued++;
            parked += waiter.parked ? 1 : 0;
        }
        waiters += queued;
        findings.expect(queued == resource.queued(), "the line is miscounted", resource);
        findings.expect(parked <= queued, "more calls than places", resource);
    }

    /** What a holder has, looked at from its side. */
    static void check(Holder holder, Findings findings) {
        Grant beforeGrant = null;
        for (Grant grant = holder.firstGrant; grant != null; grant = grant.nextOfHolder) {
            findings.expect(
                    grant.holder == holder && grant.attached && grant.heldSlot(),
                    "a grant of somebody else",
                    grant);
            findings.expect(grant.previousOfHolder == beforeGrant, "a torn list", grant);
            beforeGrant = grant;
        }
        Waiter before = null;
        for (Waiter waiter = holder.firstWaiter; waiter != null; waiter = waiter.nextOfHolder) {
            findings.expect(waiter.holder() == holder, "a place of somebody else", waiter);
            findings.expect(waiter.previousOfHolder == before, "a torn list", waiter);
            before = waiter;
        }
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
