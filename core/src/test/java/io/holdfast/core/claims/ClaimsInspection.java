package io.holdfast.core.claims;

import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.KernelInspection;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;

import java.util.LinkedHashSet;
import java.util.Set;

/** The invariants of claims between two batches. */
public final class ClaimsInspection {

    private final ClaimRows claims;
    private final Kernel kernel;
    private final ClaimsSettings settings;
    private final Findings findings;
    private final Set<ResourceClaims> trails = new LinkedHashSet<>();
    private int seen;

    private ClaimsInspection(
            ClaimRows claims, Kernel kernel, ClaimsSettings settings, Findings findings) {
        this.claims = claims;
        this.kernel = kernel;
        this.settings = settings;
        this.findings = findings;
    }

    /** Checks all claims, and recounts the live claims and the data of every tenant. */
    public static void run(
            ClaimsBook book,
            Kernel kernel,
            ClaimsSettings settings,
            Findings findings,
            Tenants recount) {
        ClaimRows claims = book.claims;
        new ClaimsInspection(claims, kernel, settings, findings).check();
        claims.tenantRows().forEach(tenant -> recount.of(tenant.name));
        claims.rows().forEach(claim -> {
            TenantUse use = recount.of(claim.trail.tenant.name);
            use.addKeys(claim.status.isFinal() ? 0 : 1);
            use.addBytes(claim.dataBytes());
        });
    }

    private void check() {
        claims.tenantRows().forEach(this::check);
        claims.rows().forEach(this::check);
        trails.forEach(this::check);
        findings.expect(claims.byId.size() == seen, "the id index has removed claims");
        findings.expect(claims.trails.size() == trails.size(), "a resource has no claims");
    }

    private void check(ClaimsTenant tenant) {
        findings.see(tenant);
        findings.expect(
                claims.tenant(tenant.name) == tenant, "a tenant is not in the index", tenant);
        findings.expect(
                kernel.tenants().find(tenant.name) == tenant.use, "has a wrong tenant", tenant);
        findings.expect(
                tenant.dueNanos() == claims.forgottenNanos(tenant.finished.nextNanos()),
                "the removal deadline is wrong",
                tenant);
        findings.expect(
                Findings.intact(tenant.finished), "finished claims are out of order", tenant);
        findings.expect(
                tenant.finished.size() <= settings.keptMax(),
                "there are too many finished claims",
                tenant);
        findings.expect(
                tenant.live() + tenant.finished.size() == tenant.all.size(),
                "claims are miscounted",
                tenant);
        long[] bytes = new long[3];
        int[] count = new int[1];
        claims.rows().forEach(claim -> {
            if (claim.trail.tenant == tenant) {
                bytes[0] += claim.dataBytes();
                bytes[1] += claim.status.isFinal() ? claim.dataBytes() : 0;
                bytes[2] += claim.status.isFinal() ? claim.heapBytes() : 0;
                count[0]++;
            }
        });
        findings.expect(count[0] == tenant.all.size(), "an id set has removed claims", tenant);
        findings.expect(bytes[0] == tenant.dataBytes, "data are miscounted", tenant);
        findings.expect(
                bytes[1] == tenant.finishedDataBytes, "finished data are miscounted", tenant);
        findings.expect(
                bytes[2] == tenant.finishedHeapBytes, "finished claims are miscounted", tenant);
    }

    private void check(Claim claim) {
        seen++;
        trails.add(claim.trail);
        ClaimsTenant tenant = claim.trail.tenant;
        findings.count(claim);
        findings.expect(claims.find(tenant, claim.id) == claim, "not in the id index", claim);
        findings.expect(
                claims.trail(claim.trail.name) == claim.trail,
                "its trail is not in the index",
                claim);
        findings.expect(contains(tenant.all, claim.id), "not in the set of all claims", claim);
        findings.expect(claim.id <= tenant.lastId, "its id was never assigned", claim);
        for (ClaimStatus status : ClaimStatus.values()) {
            findings.expect(
                    contains(tenant.of(status), claim.id) == (claim.status == status),
                    "in the wrong status set",
                    claim);
        }
        KernelInspection.check(claim, findings);
        checkLife(claim);
    }

    private static boolean contains(IdSet set, long id) {
        return set.next(id - 1) == id;
    }

    private void checkLife(Claim claim) {
        Grant grant = claim.anyGrant();
        Waiter waiter = claim.anyWaiter();
        boolean active = claim.status == ClaimStatus.ACTIVE;
        boolean over = claim.status.isFinal();
        findings.expect((grant != null) == active, "status and grant disagree", claim);
        findings.expect(
                (waiter != null) == (claim.status == ClaimStatus.WAITING),
                "status and waiter disagree",
                claim);
        findings.expect(
                (claim.dueNanos() != Timed.NEVER) == over, "status and end time disagree", claim);
        findings.expect(
                (claim.endedMillis != ClaimState.NEVER) == over, "status and end disagree", claim);
        if (grant != null) {
            findings.expect(
                    kernel.find(claim.trail.name) == grant.resource(), "has a wrong grant", claim);
            findings.expect(
                    grant.dueNanos()
                            == ClaimsBook.endOf(claim, grant.resource(), settings.graceNanos()),
                    "the lease and the claim end at different times",
                    claim);
        }
        if (waiter != null) {
            findings.expect(
                    kernel.find(claim.trail.name) == waiter.resource(), "in a wrong queue", claim);
            findings.expect(
                    waiter.dueNanos() == Timed.NEVER, "a waiting claim has a deadline", claim);
        }
    }

    private void check(ResourceClaims trail) {
        findings.countBytes(trail.heapBytes());
        long lastId = 0;
        int count = 0;
        for (Claim claim = trail.first(); claim != null; claim = claim.nextOfTrail) {
            findings.expect(claim.trail == trail, "in the wrong trail", claim);
            findings.expect(claim.id > lastId, "a trail is out of order", claim);
            lastId = claim.id;
            count++;
        }
        findings.expect(count == trail.size(), "a trail is miscounted");
    }
}
