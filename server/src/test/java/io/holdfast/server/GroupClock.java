package io.holdfast.server;

import io.holdfast.log.Clock;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The clock of several members whose time a test advances: log time is the test's. Short delays,
 * such as retries and checks of other members, pass in real time, because the members and the
 * network between them are real. A wake-up for a deadline that is this near runs early and finds
 * nothing due until the test has advanced the time.
 */
record GroupClock(FakeClock time) implements Clock {

    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final ScheduledExecutorService REAL = Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().name("group-clock").daemon().unstarted(task));

    @Override
    public long monotonicNanos() {
        return time.monotonicNanos();
    }

    @Override
    public long wallMillis() {
        return time.wallMillis();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // A wake-up that is too early finds nothing due.
    public void wakeAt(long monotonicNanos, Runnable task) {
        long delayNanos = monotonicNanos - monotonicNanos();
        if (delayNanos > MOMENT_NANOS) {
            time.wakeAt(monotonicNanos, task);
        } else {
            REAL.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        }
    }
}
