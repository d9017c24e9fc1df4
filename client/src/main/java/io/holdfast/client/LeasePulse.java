package io.holdfast.client;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The heartbeat's notes about one lease. */
final class LeasePulse {

    long renewAtNanos;
    boolean renewing;

    /** The next look at the lease; there is one at a time. */
    @Nullable
    Future<?> next;

    /** Why the last renewal was refused, if it was. */
    @Nullable
    String refusal;
}
