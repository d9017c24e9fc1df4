package io.holdfast.log.engine;

import io.holdfast.log.Clock;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Wakes the engine at the machine's next deadline; runs in the lane. */
final class Alarm {

    private static final long WAKE_NANOS_MAX = TimeUnit.DAYS.toNanos(1);

    private final Clock clock;
    private final TimeSource time;
    private final Lane lane;
    private final LongSupplier nextDeadlineNanos;
    private final Runnable due;
    private long wakeNanos = Long.MAX_VALUE;

    Alarm(Clock clock, TimeSource time, Lane lane, LongSupplier nextDeadlineNanos, Runnable due) {
        this.clock = clock;
        this.time = time;
        this.lane = lane;
        this.nextDeadlineNanos = nextDeadlineNanos;
        this.due = due;
    }

    /** Schedules a wake-up at the next deadline. */
    void set() {
        long dueNanos = nextDeadlineNanos.getAsLong();
        if (dueNanos == Long.MAX_VALUE || dueNanos >= wakeNanos || !time.ticks()) {
            return;
        }
        // A deadline beyond the clock's range is checked again after the longest wake-up time.
        wakeNanos = Math.min(dueNanos, time.nowNanos() + WAKE_NANOS_MAX);
        clock.wakeAt(time.monotonicAt(wakeNanos), () -> lane.run(this::rings));
    }

    /** Schedules again after the source of log time has changed. */
    void setAnew() {
        wakeNanos = Long.MAX_VALUE;
        set();
    }

    private void rings() {
        wakeNanos = Long.MAX_VALUE;
        if (!time.ticks()) {
            return;
        }
        if (nextDeadlineNanos.getAsLong() <= time.nowNanos()) {
            due.run();
        } else {
            set();
        }
    }
}
