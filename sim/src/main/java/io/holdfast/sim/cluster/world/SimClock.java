package io.holdfast.sim.cluster.world;

import io.holdfast.log.Clock;

import java.util.function.LongSupplier;

/** The clocks of one process: a monotonic clock with its own start and rate, and a wall clock. */
public final class SimClock implements Clock {

    private static final long MILLION = 1_000_000;

    private final Events events;
    private final SimProcess process;
    private final long startedNanos;
    private final long baseNanos;
    private final long ratePpm;
    private final LongSupplier wall;

    /**
     * @param baseNanos what the monotonic clock shows now
     * @param ratePpm how much faster than simulated time it runs, in millionths
     */
    public SimClock(
            Events events, SimProcess process, long baseNanos, long ratePpm, LongSupplier wall) {
        this.events = events;
        this.process = process;
        this.startedNanos = events.nowNanos();
        this.baseNanos = baseNanos;
        this.ratePpm = ratePpm;
        this.wall = wall;
    }

    @Override
    public long monotonicNanos() {
        long passed = events.nowNanos() - startedNanos;
        return baseNanos + passed + passed / MILLION * ratePpm;
    }

    @Override
    public long wallMillis() {
        return wall.getAsLong();
    }

    @Override
    public void wakeAt(long monotonicNanos, Runnable task) {
        long leftNanos = Math.max(0, monotonicNanos - monotonicNanos());
        long delayNanos = leftNanos - leftNanos / MILLION * ratePpm;
        process.after(delayNanos, () -> {
            if (monotonicNanos() < monotonicNanos) {
                wakeAt(monotonicNanos + MILLION, task);
            } else {
                task.run();
            }
        });
    }
}
