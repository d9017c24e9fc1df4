package io.holdfast.client;

import org.jspecify.annotations.Nullable;

/** The heartbeat's notes about one lease. */
final class LeasePulse {

    long renewAtNanos;
    boolean renewing;

    /** Why the last renewal was refused, if it was. */
    @Nullable
    String refusal;
}
