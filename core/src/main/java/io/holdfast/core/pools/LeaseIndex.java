package io.holdfast.core.pools;

import io.holdfast.core.resource.Grant;
import io.holdfast.core.state.Index;
import io.holdfast.core.value.LeaseId;

import org.jspecify.annotations.Nullable;

/** Finds leases by their UUIDs, which are the secrets of their grants. */
final class LeaseIndex extends Index<Grant> {

    @Nullable
    Grant find(LeaseId lease) {
        int slot = start(hash(lease.high(), lease.low()));
        while (true) {
            Grant grant = at(slot);
            if (grant == null || grant.salt() == lease.low() && grant.saltHigh() == lease.high()) {
                return grant;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(Grant grant) {
        return hash(grant.saltHigh(), grant.salt());
    }

    /** Random bits need little mixing. A log with other bits would only make lookups slower. */
    private static int hash(long high, long low) {
        return Long.hashCode(high * 31 + low);
    }
}
