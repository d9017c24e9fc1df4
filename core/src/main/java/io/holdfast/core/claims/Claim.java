package io.holdfast.core.claims;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.QueueWait;

import org.jspecify.annotations.Nullable;

/**
 * One claim, from its creation until it is no longer listed. It has one waiter while it waits, one
 * grant while it is active, and neither after that. Its deadline is the time at which it ended,
 * which orders finished claims.
 */
final class Claim extends Holder implements Keyed {

    /** Includes its entries in the index, in the id sets and in the order of finished claims. */
    private static final int BYTES = 152 + 3 * HeapSize.SLOT;

    /** The shortest duration that is reported. An active claim reports at least this duration. */
    private static final long MICRO_NANOS = 1_000;

    final ResourceClaims trail;
    final long id;
    final String creator;
    final @Nullable Blob data;
    final long createdNanos;
    final long createdMillis;

    /** Computed once, because the data never change and may be large. */
    private final int dataHash;

    ClaimStatus status = ClaimStatus.WAITING;
    long activatedNanos = ClaimState.NEVER;
    long activatedMillis = ClaimState.NEVER;

    /** While active, the time at which its ttl ends; once finished, the time at which it ended. */
    long untilNanos;

    long endedMillis = ClaimState.NEVER;

    @Nullable
    Claim previousOfTrail;

    @Nullable
    Claim nextOfTrail;

    Claim(
            long number,
            long id,
            ResourceClaims trail,
            String creator,
            @Nullable Blob data,
            long createdNanos,
            long createdMillis) {
        super(number);
        this.id = id;
        this.trail = trail;
        this.creator = creator;
        this.data = data;
        this.dataHash = data == null ? 0 : data.hashCode();
        this.createdNanos = createdNanos;
        this.createdMillis = createdMillis;
    }

    int dataBytes() {
        return data == null ? 0 : data.size();
    }

    ClaimState state(long nowNanos) {
        boolean active = status == ClaimStatus.ACTIVE;
        boolean activated = activatedNanos != ClaimState.NEVER;
        long liveUntil = status.isFinal() ? untilNanos : nowNanos;
        Grant grant = anyGrant();
        return new ClaimState(
                id,
                status,
                active && grant != null ? grant.number() : 0,
                createdMillis,
                activatedMillis,
                endedMillis,
                active ? untilNanos - nowNanos : 0,
                activated ? activeNanos(liveUntil) : ClaimState.NEVER,
                (activated ? activatedNanos : liveUntil) - createdNanos);
    }

    private long activeNanos(long liveUntil) {
        long nanos = liveUntil - activatedNanos;
        return status == ClaimStatus.ACTIVE ? Math.max(MICRO_NANOS, nanos) : nanos;
    }

    ClaimAnswer answer(long nowNanos, QueueWait queueWait) {
        return new ClaimAnswer(state(nowNanos), trail.name.key(), creator, data, queueWait);
    }

    @Override
    public @Nullable String owner() {
        return creator.isEmpty() ? null : creator;
    }

    /** A claim ends on request or by its ttl, never because its client is gone. */
    @Override
    public boolean overAt(long nowNanos) {
        return false;
    }

    @Override
    public long keyHigh() {
        return trail.tenant.number();
    }

    @Override
    public long keyLow() {
        return id;
    }

    @Override
    public Due due() {
        return Due.CLAIMS;
    }

    @Override
    protected long heapBytes() {
        return bytes(creator, data);
    }

    static int bytes(String creator, @Nullable Blob data) {
        return BYTES + HeapSize.text(creator) + HeapSize.blob(data);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(7, number()), id);
        hash = mix(mix(hash, trail.name.hashCode()), creator.hashCode());
        hash = mix(mix(hash, dataHash), status.ordinal());
        hash = mix(mix(hash, createdNanos), createdMillis);
        hash = mix(mix(hash, activatedNanos), activatedMillis);
        return mix(mix(hash, untilNanos), endedMillis);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(trail.tenant.number());
        out.putCount(id);
        out.putText(trail.name.key());
        out.putText(creator);
        out.putOptionalBlob(data);
        out.putCount(status.ordinal());
        out.putLong(createdNanos);
        out.putLong(createdMillis);
        out.putLong(activatedNanos);
        out.putLong(activatedMillis);
        out.putLong(untilNanos);
        out.putLong(endedMillis);
    }
}
