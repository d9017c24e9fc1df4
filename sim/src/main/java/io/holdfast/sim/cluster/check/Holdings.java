package io.holdfast.sim.cluster.check;

import io.holdfast.sim.cluster.check.Findings.Checker;
import io.holdfast.sim.cluster.world.Events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What clients hold, each by its own clock, and what that must satisfy. */
public final class Holdings {

    private final Events events;
    private final Findings findings;
    private final Map<String, List<Hold>> held = new HashMap<>();
    private final Map<String, List<Place>> places = new HashMap<>();
    private long fenceMax;
    private long grants;

    /** A client's grant, until it gives it up or its lease ends by its own clock. */
    public static final class Hold {
        private final String client;
        private final long fence;
        private final BooleanSupplier excused;
        private long untilNanos;

        private Hold(String client, long fence, long untilNanos, BooleanSupplier excused) {
            this.client = client;
            this.fence = fence;
            this.untilNanos = untilNanos;
            this.excused = excused;
        }

        public long fence() {
            return fence;
        }

        public long untilNanos() {
            return untilNanos;
        }

        /** The client gives it up, or counts on it until then. */
        public void until(long nanos) {
            untilNanos = nanos;
        }

        @Override
        public String toString() {
            return client + " with fence " + fence + " until " + untilNanos / 1_000_000 + " ms";
        }
    }

    /** A client's place in a queue, from when it knew of it. */
    private record Place(String client, long sentNanos, long parkedNanos, long fence) {}

    public Holdings(Events events, Findings findings) {
        this.events = events;
        this.findings = findings;
    }

    /** Returns the highest fence that any client was told, to compare a later request with. */
    public long fenceMax() {
        return fenceMax;
    }

    public long grants() {
        return grants;
    }

    /**
     * A client learns of its grant.
     *
     * @param fencesBefore {@link #fenceMax} when it requested the grant
     * @param untilNanos the end of its lease by its own clock, in simulated time
     * @param excused whether the grant was ended for a reason that the client cannot know, but for
     *     which the promise makes an exception; asked only if two hold it
     */
    public Hold granted(
            String client,
            String resource,
            int capacity,
            long fence,
            long fencesBefore,
            long untilNanos,
            BooleanSupplier excused) {
        grants++;
        long now = events.nowNanos();
        Hold hold = new Hold(client, fence, untilNanos, excused);
        List<Hold> ofResource = held.computeIfAbsent(resource, name -> new ArrayList<>());
        ofResource.removeIf(other -> other.untilNanos <= now);
        boolean again = ofResource.removeIf(other -> other.fence == fence);
        if (!again && fence <= fencesBefore) {
            findings.add(
                    Checker.FENCE,
                    now,
                    client + " got fence " + fence + " of " + resource + " after " + fencesBefore);
        }
        fenceMax = Math.max(fenceMax, fence);
        if (untilNanos > now) {
            ofResource.add(hold);
            if (ofResource.size() > capacity) {
                ofResource.removeIf(other -> other.excused.getAsBoolean());
            }
            if (ofResource.size() > capacity) {
                findings.add(Checker.HOLDERS, now, resource + " is held by " + ofResource);
            }
        }
        return hold;
    }

    /** A waiting client was served: compares it with others on the same resource. */
    public void served(
            String client, String resource, long sentNanos, long parkedNanos, long fence) {
        List<Place> before = places.computeIfAbsent(resource, name -> new ArrayList<>());
        for (Place other : before) {
            boolean otherCameFirst = other.parkedNanos < sentNanos && other.fence > fence;
            boolean thisCameFirst = parkedNanos < other.sentNanos && fence > other.fence;
            if (otherCameFirst || thisCameFirst) {
                findings.add(
                        Checker.ORDER,
                        events.nowNanos(),
                        client + " and " + other.client + " were served in the wrong order at "
                                + resource);
            }
        }
        before.add(new Place(client, sentNanos, parkedNanos, fence));
        if (before.size() > 200) {
            before.removeFirst();
        }
    }
}
