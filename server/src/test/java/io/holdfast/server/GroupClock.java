package io.holdfast.server;

import io.holdfast.log.Clock;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The clock of several nodes whose time a test moves: log time is the test's. What a node does
 * again after a moment, because another did not answer or to look after the others, it does after a
 * real moment, for the others and the network between them are real. A deadline as near as that is
 * looked at in vain until the test has moved time on.
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
    @SuppressWarnings(
            "FutureReturnValueIgnored") // A wake-up that came too early finds nothing due.
    public void wakeAt(long monotonicNanos, Runnable task) {
        long delayNanos = monotonicNanos - monotonicNanos();
        if (delayNanos > MOMENT_NANOS) {
            time.wakeAt(monotonicNanos, task);
        } else {
            REAL.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        }
    }
}
