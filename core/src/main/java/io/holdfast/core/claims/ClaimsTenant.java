package io.holdfast.core.claims;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.state.Deadlines;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;

import org.jspecify.annotations.Nullable;

/**
 * What a tenant's claims have in common: the count of ids, the room that their data take, the order
 * in which finished ones go, and the sets by which lists are answered. Its due time is that of the
 * finished claim that goes next, so that many of them cost the other deadlines nothing.
 */
final class ClaimsTenant extends Row {

    /** With its sets of ids and its order of finished claims, while they are small. */
    private static final int BYTES = 1_400;

    final String name;
    final TenantUse use;

    /** The id that was given last. */
    long lastId;

    /** The bytes of all data; derived from the claims, and not written. */
    long dataBytes;

    /** Those of them that finished claims have, and that could make room. */
    long finishedDataBytes;

    /** The heap that finished claims take; derived too. */
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

    /** The finished claim that goes first. */
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
