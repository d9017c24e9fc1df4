package io.holdfast.server;

import io.holdfast.log.Clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that stands still until a test advances it. */
public final class FakeClock implements Clock {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long EPOCH_MILLIS = 1_790_000_000_000L;

    private record Wake(long nanos, Runnable task) {}

    private final List<Wake> wakes = new ArrayList<>();
    private long nanos = 1_000 * SECOND_NANOS;
    private long wallShiftMillis;
    private volatile Runnable settling = () -> {};

    @Override
    public synchronized long monotonicNanos() {
        return nanos;
    }

    @Override
    public synchronized long wallMillis() {
        return EPOCH_MILLIS + wallShiftMillis + nanos / 1_000_000;
    }

    /** Sets the wall clock forward or back; the monotonic clock is not affected. */
    public synchronized void shiftWall(long millis) {
        wallShiftMillis += millis;
    }

    @Override
    public void wakeAt(long monotonicNanos, Runnable task) {
        synchronized (this) {
            if (monotonicNanos > nanos) {
                wakes.add(new Wake(monotonicNanos, task));
                return;
            }
        }
        task.run();
    }

    /** Advances time and runs the wake-ups that are due by then. */
    public void advanceSeconds(long seconds) {
        advanceNanos(seconds * SECOND_NANOS);
    }

    /** Stops at each wake-up on the way, so that each runs at its own time. */
    public void advanceNanos(long duration) {
        long target = monotonicNanos() + duration;
        while (true) {
            Wake next;
            synchronized (this) {
                next = wakes.stream()
                        .filter(wake -> wake.nanos() <= target)
                        .min(Comparator.comparingLong(Wake::nanos))
                        .orElse(null);
                nanos = next == null ? target : Math.max(nanos, next.nanos());
                if (next == null) {
                    return;
                }
                wakes.remove(next);
            }
            next.task().run();
            settling.run();
        }
    }

    /** Sets how to wait for the effects of a wake-up before time advances further. */
    void settleBy(Runnable waiting) {
        settling = waiting;
    }
}
