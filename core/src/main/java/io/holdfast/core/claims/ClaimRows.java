package io.holdfast.core.claims;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All claims and their indexes. It keeps them consistent and contains no rules. */
final class ClaimRows {

    private static final ClaimStatus[] STATUSES = ClaimStatus.values();

    private final State state;
    private final Tenants uses;
    private final RowList<ClaimsTenant> tenantRows;
    private final RowList<Claim> rows;
    private final Map<String, ClaimsTenant> tenants = new TreeMap<>();
    final KeyedIndex<Claim> byId = new KeyedIndex<>();
    final ResourceClaimsIndex trails = new ResourceClaimsIndex();
    private long keepNanos;

    ClaimRows(State state, Tenants uses) {
        this.state = state;
        this.uses = uses;
        this.tenantRows = new RowList<>(state);
        this.rows = new RowList<>(state);
    }

    RowList<ClaimsTenant> tenantRows() {
        return tenantRows;
    }

    RowList<Claim> rows() {
        return rows;
    }

    Iterable<ClaimsTenant> tenants() {
        return tenants.values();
    }

    @Nullable
    ClaimsTenant tenant(String name) {
        return tenants.get(name);
    }

    ClaimsTenant openTenant(String name) {
        ClaimsTenant known = tenants.get(name);
        return known != null ? known : add(new ClaimsTenant(state.nextNumber(), uses.of(name)));
    }

    @Nullable
    Claim find(ClaimsTenant tenant, long id) {
        return byId.find(tenant.number(), id);
    }

    @Nullable
    ResourceClaims trail(ResourceName name) {
        return trails.find(name);
    }

    /** Creates a claim, which waits at first. */
    Claim create(ClaimsTenant tenant, ResourceName name, String creator, @Nullable Blob data) {
        state.touch(tenant);
        tenant.lastId++;
        state.changed(tenant);
        return add(new Claim(
                state.nextNumber(),
                tenant.lastId,
                openTrail(tenant, name),
                creator,
                data,
                state.nowNanos(),
                state.wallMillis()));
    }

    void activate(Claim claim, long untilNanos) {
        state.touch(claim);
        claim.activatedNanos = state.nowNanos();
        claim.activatedMillis = state.wallMillis();
        claim.untilNanos = untilNanos;
        move(claim, ClaimStatus.ACTIVE);
        state.changed(claim);
    }

    void prolong(Claim claim, long untilNanos) {
        state.touch(claim);
        claim.untilNanos = untilNanos;
        state.changed(claim);
    }

    void finish(Claim claim, ClaimStatus status) {
        state.touch(claim);
        claim.untilNanos = state.nowNanos();
        claim.endedMillis = state.wallMillis();
        move(claim, status);
        state.changed(claim);
        claim.trail.tenant.use.addKeys(-1);
        keep(claim);
        settleDue(claim.trail.tenant);
    }

    /** Removes a finished claim from the lists. */
    void forget(Claim claim) {
        ClaimsTenant tenant = claim.trail.tenant;
        tenant.finished.cancel(claim);
        tenant.finishedDataBytes -= claim.dataBytes();
        tenant.finishedHeapBytes -= claim.heapBytes();
        tenant.dataBytes -= claim.dataBytes();
        tenant.use.addBytes(-claim.dataBytes());
        tenant.all.remove(claim.id);
        tenant.of(claim.status).remove(claim.id);
        claim.trail.remove(claim);
        if (claim.trail.size() == 0) {
            trails.remove(claim.trail);
            state.resized(-claim.trail.heapBytes());
        }
        byId.remove(claim);
        rows.remove(claim);
        settleDue(tenant);
    }

    /** Sets how long finished claims are kept, including existing ones. */
    void keepFor(long nanos) {
        keepNanos = nanos;
        for (ClaimsTenant tenant : tenants.values()) {
            settleDue(tenant);
        }
    }

    /** Returns when a claim that ended at this time is removed. */
    long forgottenNanos(long endedNanos) {
        long sum = endedNanos + keepNanos;
        return endedNanos == Timed.NEVER || sum < endedNanos ? Timed.NEVER : sum;
    }

    private void move(Claim claim, ClaimStatus to) {
        claim.trail.tenant.of(claim.status).remove(claim.id);
        claim.status = to;
        claim.trail.tenant.of(to).add(claim.id);
    }

    /**
     * Adds a finished claim to the removal order, never at {@link Timed#NEVER}, so that it can be
     * dropped.
     */
    private static void keep(Claim claim) {
        ClaimsTenant tenant = claim.trail.tenant;
        tenant.finishedDataBytes += claim.dataBytes();
        tenant.finishedHeapBytes += claim.heapBytes();
        tenant.finished.set(claim, Math.min(claim.untilNanos, Timed.NEVER - 1));
    }

    private void settleDue(ClaimsTenant tenant) {
        long nextNanos = forgottenNanos(tenant.finished.nextNanos());
        if (tenant.dueNanos() != nextNanos) {
            state.touch(tenant);
            state.deadlines().set(tenant, nextNanos);
            state.changed(tenant);
        }
    }

    private ResourceClaims openTrail(ClaimsTenant tenant, ResourceName name) {
        ResourceClaims known = trails.find(name);
        if (known != null) {
            return known;
        }
        // Use the tenant's own string, so that all its claims share it.
        ResourceName shared = new ResourceName(tenant.name, name.space(), name.key());
        ResourceClaims trail = new ResourceClaims(tenant, shared);
        trails.add(trail);
        state.resized(trail.heapBytes());
        return trail;
    }

    private ClaimsTenant add(ClaimsTenant tenant) {
        tenants.put(tenant.name, tenant);
        tenantRows.add(tenant);
        return tenant;
    }

    private Claim add(Claim claim) {
        ClaimsTenant tenant = claim.trail.tenant;
        tenant.dataBytes += claim.dataBytes();
        tenant.use.addBytes(claim.dataBytes());
        tenant.use.addKeys(claim.status.isFinal() ? 0 : 1);
        tenant.all.add(claim.id);
        tenant.of(claim.status).add(claim.id);
        claim.trail.add(claim);
        byId.add(claim);
        rows.add(claim);
        return claim;
    }

    void readTenant(ByteReader in) {
        ClaimsTenant tenant = new ClaimsTenant(in.getCount(), uses.of(in.getText()));
        tenant.lastId = in.getCount();
        if (tenants.containsKey(tenant.name)) {
            throw in.malformed("a claims tenant occurs twice");
        }
        add(tenant);
    }

    Claim readClaim(ByteReader in) {
        long number = in.getCount();
        ClaimsTenant tenant = tenant(in.getCount(), in);
        long id = in.getCount();
        ResourceName name = new ResourceName(tenant.name, Space.CLAIMS, in.getText());
        String creator = in.getText();
        Blob data = in.getOptionalBlob();
        ClaimStatus status = in.getOne(STATUSES);
        Claim claim = new Claim(
                number, id, openTrail(tenant, name), creator, data, in.getLong(), in.getLong());
        claim.status = status;
        claim.activatedNanos = in.getLong();
        claim.activatedMillis = in.getLong();
        claim.untilNanos = in.getLong();
        claim.endedMillis = in.getLong();
        if (id == 0 || id > tenant.lastId || find(tenant, id) != null) {
            throw in.malformed("a claim id is unassigned or occurs twice");
        }
        if ((status == ClaimStatus.ACTIVE) && claim.activatedNanos == ClaimState.NEVER) {
            throw in.malformed("an active claim has no activation time");
        }
        add(claim);
        if (status.isFinal()) {
            keep(claim);
            settleDue(tenant);
        }
        return claim;
    }

    private ClaimsTenant tenant(long number, ByteReader in) {
        for (ClaimsTenant tenant : tenants.values()) {
            if (tenant.number() == number) {
                return tenant;
            }
        }
        throw in.malformed("the tenant of a claim is unknown");
    }
}
