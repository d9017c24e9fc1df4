package io.holdfast.sim.cluster.world;

import io.holdfast.sim.Chance;

import java.util.PriorityQueue;

/** The one queue of everything that happens, ordered by simulated time and then by the seed. */
public final class Events {

    private record Event(long nanos, long tie, Runnable task) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(tie, other.tie);
        }
    }

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private final Chance ties;
    private long nowNanos;
    private long ran;

    public Events(Chance ties) {
        this.ties = ties;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** Returns the number of events that have occurred. */
    public long ran() {
        return ran;
    }

    public void after(long nanos, Runnable task) {
        queue.add(new Event(nowNanos + Math.max(0, nanos), ties.next(), task));
    }

    /** Lets everything happen up to the given time, which is then the current time. */
    public void runUntil(long endNanos) {
        for (Event next = queue.peek();
                next != null && next.nanos <= endNanos;
                next = queue.peek()) {
            queue.remove();
            nowNanos = next.nanos;
            ran++;
            next.task.run();
        }
        nowNanos = endNanos;
    }
}
