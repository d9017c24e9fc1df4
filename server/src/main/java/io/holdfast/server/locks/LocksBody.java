package io.holdfast.server.locks;

import org.jspecify.annotations.Nullable;

/**
 * A decoded body. What was not sent is zero or null; the checks of an operation come after.
 *
 * @param waitSeconds of {@code acquire_timeout_s} or {@code timeout_s}, of which no body has both
 */
record LocksBody(
        long waitSeconds,
        long leaseSeconds,
        long limit,
        @Nullable String token) {

    static final LocksBody EMPTY = new LocksBody(0, 0, 0, null);

    /** Without the token. */
    @Override
    public String toString() {
        return "LocksBody[waitSeconds=" + waitSeconds + ", leaseSeconds=" + leaseSeconds + ", limit="
                + limit + ", token=" + (token == null ? "none" : "***") + "]";
    }
}
