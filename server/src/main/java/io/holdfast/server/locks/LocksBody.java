package io.holdfast.server.locks;

import org.jspecify.annotations.Nullable;

/**
 * A decoded body. Missing fields are zero or null; each operation checks them afterwards.
 *
 * @param waitSeconds from {@code acquire_timeout_s} or {@code timeout_s}; no body may have both
 */
record LocksBody(
        long waitSeconds,
        long leaseSeconds,
        long limit,
        @Nullable String token) {

    static final LocksBody EMPTY = new LocksBody(0, 0, 0, null);

    /** Omits the token. */
    @Override
    public String toString() {
        return "LocksBody[waitSeconds=" + waitSeconds + ", leaseSeconds=" + leaseSeconds
                + ", limit=" + limit + ", token=" + (token == null ? "none" : "***") + "]";
    }
}
