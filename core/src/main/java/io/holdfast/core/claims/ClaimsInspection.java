package io.holdfast.core.claims;

import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.query.ClaimState;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;

import java.util.LinkedHashSet;
import java.util.Set;

/** What is always true of claims between two batches. */
final class ClaimsInspection {

    private final ClaimRows claims;
    private final Kernel kernel;
    private final ClaimsSettings settings;
    private final Findings findings;
    private final Set<ResourceClaims> trails = new LinkedHashSet<>();
    private int seen;

    ClaimsInspection(ClaimRows claims, Kernel kernel, ClaimsSettings settings, Findings findings) {
        this.claims = claims;
        this.kernel = kernel;
        this.settings = settings;
        this.findings = findings;
    }

    void run() {
        claims.tenantRows().forEach(this::check);
        claims.rows().forEach(this::check);
        trails.forEach(this::check);
        findings.expect(claims.indexed() == seen, "ids of claims that are gone");
        findings.expect(claims.trails() == trails.size(), "resources without any claim");
    }

    private void check(ClaimsTenant tenant) {
        findings.see(tenant);
        findings.expect(claims.tenant(tenant.name) == tenant, "a tenant is not found", tenant);
        findings.expect(
                kernel.tenants().find(tenant.name) == tenant.use, "another's tenant", tenant);
        findings.expect(
                tenant.dueNanos() == claims.forgottenNanos(tenant.finished.nextNanos()),
                "history goes late",
                tenant);
        findings.expect(tenant.finished.ordered(), "history is out of order", tenant);
        findings.expect(tenant.finished.size() <= settings.keptMax(), "too much history", tenant);
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
        findings.expect(count[0] == tenant.all.size(), "ids that are gone", tenant);
        findings.expect(bytes[0] == tenant.dataBytes, "data are miscounted", tenant);
        findings.expect(bytes[1] == tenant.finishedDataBytes, "old data are miscounted", tenant);
        findings.expect(bytes[2] == tenant.finishedHeapBytes, "old claims are miscounted", tenant);
    }

    private void check(Claim claim) {
        seen++;
        trails.add(claim.trail);
        ClaimsTenant tenant = claim.trail.tenant;
        findings.count(claim);
        findings.expect(claims.find(tenant, claim.id) == claim, "not found by its id", claim);
        findings.expect(claims.trail(claim.trail.name) == claim.trail, "a lost trail", claim);
        findings.expect(tenant.all.contains(claim.id), "not among all", claim);
        findings.expect(claim.id <= tenant.lastId, "an id that was never given", claim);
        for (ClaimStatus status : ClaimStatus.values()) {
            findings.expect(
                    tenant.of(status).contains(claim.id) == (claim.status == status),
                    "in the set of another status",
                    claim);
        }
        claim.inspect(findings);
        checkLife(claim);
    }

    private void checkLife(Claim claim) {
        Grant grant = claim.anyGrant();
        Waiter waiter = claim.anyWaiter();
        boolean active = claim.status == ClaimStatus.ACTIVE;
        boolean over = claim.status.isFinal();
        findings.expect((grant != null) == active, "active without a grant", claim);
        findings.expect(
                (waiter != null) == (claim.status == ClaimStatus.WAITING),
                "waiting without a place",
                claim);
        findings.expect((claim.dueNanos() != Timed.NEVER) == over, "forgotten while live", claim);
        findings.expect((claim.endedMillis != ClaimState.NEVER) == over, "ended while live", claim);
        if (grant != null) {
            findings.expect(
                    kernel.find(claim.trail.name) == grant.resource(), "another's grant", claim);
            findings.expect(
                    grant.dueNanos()
                            == ClaimsBook.endOf(claim, grant.resource(), settings.graceNanos()),
                    "the lease ends at another time than the claim",
                    claim);
        }
        if (waiter != null) {
            findings.expect(
                    kernel.find(claim.trail.name) == waiter.resource(), "another's line", claim);
            findings.expect(waiter.dueNanos() == Timed.NEVER, "a claim waits for ever", claim);
        }
    }

    private void check(ResourceClaims trail) {
        findings.countBytes(trail.heapBytes());
        long lastId = 0;
        int count = 0;
        for (Claim claim = trail.first(); claim != null; claim = claim.nextOfTrail) {
            findings.expect(claim.trail == trail, "in another's trail", claim);
            findings.expect(claim.id > lastId, "a trail is out of order", claim);
            lastId = claim.id;
            count++;
        }
        findings.expect(count == trail.size(), "a trail is miscounted");
    }
}
