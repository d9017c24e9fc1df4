package io.holdfast.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The heartbeat's notes about one lease. */
final class LeasePulse {

    long renewAtNanos;
    boolean renewing;

    /** Callers that wait for the next renewal that is sent. */
    final List<CompletableFuture<Duration>> asked = new ArrayList<>();

    /** The next look at the lease; there is one at a time. */
    @Nullable
    Future<?> next;

    /** Why the last renewal was refused, if it was. */
    @Nullable
    String refusal;
}
