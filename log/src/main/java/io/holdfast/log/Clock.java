package io.holdfast.log;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The only source of time below the edge. Decisions use the monotonic clock alone. */
public interface Clock {

    long monotonicNanos();

    long wallMillis();

    /** Runs the task as soon as the monotonic clock has reached the instant, on any thread. */
    void wakeAt(long monotonicNanos, Runnable task);

    /** The clocks of the computer. */
    Clock SYSTEM = new SystemClock();

    /** Real time, with one thread that sleeps for everyone. */
    final class SystemClock implements Clock {

        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().name("holdfast-timer").daemon().unstarted(task));

        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        @Override
        @SuppressWarnings(
                "FutureReturnValueIgnored") // A wake-up that came too early finds nothing due.
        public void wakeAt(long monotonicNanos, Runnable task) {
            long delayNanos = Math.max(0, monotonicNanos - System.nanoTime());
            timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        }
    }
}
