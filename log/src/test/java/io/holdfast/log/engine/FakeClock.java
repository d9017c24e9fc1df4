package io.holdfast.log.engine;

import io.holdfast.log.Clock;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/** A clock that only a test advances. */
public final class FakeClock implements Clock {

    private record Alarm(long nanos, long order, Runnable task) implements Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private long nanos = 5_000_000_000L;
    private long wallMillis = 1_700_000_000_000L;
    private long orders;

    @Override
    public synchronized long monotonicNanos() {
        return nanos;
    }

    @Override
    public synchronized long wallMillis() {
        return wallMillis;
    }

    @Override
    public synchronized void wakeAt(long monotonicNanos, Runnable task) {
        alarms.add(new Alarm(monotonicNanos, orders++, task));
    }

    /** Advances both clocks, and runs the wake-ups that are due. */
    public void pass(long amount, TimeUnit unit) {
        long endNanos;
        synchronized (this) {
            endNanos = nanos + unit.toNanos(amount);
        }
        while (true) {
            Alarm alarm;
            synchronized (this) {
                alarm = alarms.peek();
                if (alarm == null || alarm.nanos > endNanos) {
                    move(endNanos);
                    return;
                }
                alarms.remove();
                move(Math.max(nanos, alarm.nanos));
            }
            alarm.task.run();
        }
    }

    /** Advances the clocks without running the wake-ups that are due. */
    public synchronized void passUnnoticed(long amount, TimeUnit unit) {
        move(nanos + unit.toNanos(amount));
    }

    /** Sets only the wall clock, as an operator or NTP would. */
    public synchronized void setWall(long wallMillis) {
        this.wallMillis = wallMillis;
    }

    private void move(long toNanos) {
        wallMillis += TimeUnit.NANOSECONDS.toMillis(toNanos - nanos);
        nanos = toNanos;
    }
}
