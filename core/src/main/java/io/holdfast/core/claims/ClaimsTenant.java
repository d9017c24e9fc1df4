package io.holdfast.core.claims;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Deadlines;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.ClaimStatus;

import org.jspecify.annotations.Nullable;

/**
 * The shared state of a tenant's claims: the id counter, the size of their data, the order in which
 * finished claims are removed, and the sets that answer lists. Its deadline is that of the next
 * finished claim to be removed, so that many finished claims do not burden the other deadlines.
 */
final class ClaimsTenant extends Row {

    /** Includes its id sets and its order of finished claims while they are small. */
    private static final int BYTES = 1_400;

    final String name;
    final TenantUse use;

    /** The last assigned id. */
    long lastId;

    /** The size of all data; derived from the claims and not written to snapshots. */
    long dataBytes;

    /** The size of the data of finished claims, which can be dropped to make room. */
    long finishedDataBytes;

    /** The heap size of finished claims; derived as well. */
    long finishedHeapBytes;

    final IdSet all = new IdSet();
    private final IdSet[] byStatus = new IdSet[ClaimStatus.values().length];

    /** Finished claims, the oldest first. */
    final Deadlines finished = new Deadlines();

    ClaimsTenant(long number, TenantUse use) {
        super(number);
        this.name = use.name();
        this.use = use;
        for (int i = 0; i < byStatus.length; i++) {
            byStatus[i] = new IdSet();
        }
    }

    IdSet of(ClaimStatus status) {
        return byStatus[status.ordinal()];
    }

    int live() {
        return of(ClaimStatus.WAITING).size() + of(ClaimStatus.ACTIVE).size();
    }

    /** Returns the finished claim that is removed first. */
    @Nullable
    Claim oldest() {
        return finished.first() instanceof Claim claim ? claim : null;
    }

    @Override
    public Due due() {
        return Due.CLAIMS;
    }

    @Override
    protected long heapBytes() {
        return (long) BYTES + HeapSize.text(name);
    }

    @Override
    protected long digest() {
        return mix(mix(mix(8, number()), name.hashCode()), mix(lastId, dueNanos()));
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putText(name);
        out.putCount(lastId);
    }
}
