package io.holdfast.log;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The only source of time below the edge. Decisions use only the monotonic clock. */
public interface Clock {

    long monotonicNanos();

    long wallMillis();

    /** Runs the task on any thread once the monotonic clock has reached the given time. */
    void wakeAt(long monotonicNanos, Runnable task);

    /** Fails the future if it is not done within this time; returns the same future. */
    default <T> CompletableFuture<T> within(CompletableFuture<T> future, long nanos) {
        wakeAt(
                monotonicNanos() + nanos,
                () -> future.completeExceptionally(new TimeoutException("no answer in time")));
        return future;
    }

    /** The system clocks. */
    Clock SYSTEM = new SystemClock();

    /** Real time; one timer thread serves all wake-ups. */
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
        @SuppressWarnings("FutureReturnValueIgnored") // An early wake-up finds no expired deadline.
        public void wakeAt(long monotonicNanos, Runnable task) {
            long delayNanos = Math.max(0, monotonicNanos - System.nanoTime());
            timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        }
    }
}
