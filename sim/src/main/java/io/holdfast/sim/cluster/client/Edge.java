package io.holdfast.sim.cluster.client;

import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.check.Findings;
import io.holdfast.sim.cluster.check.Holdings;
import io.holdfast.sim.cluster.check.Truth;
import io.holdfast.sim.cluster.member.Plants;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.world.Events;
import io.holdfast.sim.cluster.world.Network;

import java.util.ArrayList;
import java.util.List;

/**
 * The edges of all members, as far as clients see them, and what all clients share.
 *
 * @param members all members that ever existed, in a fixed order; clients know all of them
 */
public record Edge(
        Events events,
        Network network,
        List<SimMember> members,
        Truth truth,
        Holdings holdings,
        Findings findings,
        Marks marks,
        Plants plants,
        Progress progress) {

    /** What clients have done so far. */
    public static final class Progress {
        private long acknowledged;
        private long answered;
        private long reads;
        private long calmNanos = Long.MAX_VALUE;
        private final List<Attempt<?>> waiting = new ArrayList<>();

        /** Returns the last entry of which any client was told. */
        public long acknowledged() {
            return acknowledged;
        }

        void told(long index) {
            acknowledged = Math.max(acknowledged, index);
            answered++;
        }

        public long answered() {
            return answered;
        }

        void read() {
            reads++;
        }

        public long reads() {
            return reads;
        }

        /** Everything is healthy from this time on. */
        public void calmFrom(long nanos) {
            calmNanos = nanos;
        }

        public long calmNanos() {
            return calmNanos;
        }

        List<Attempt<?>> waiting() {
            return waiting;
        }
    }

    /** Revokes the credential of one client that waits, chosen by the number. */
    public void revoke(int number) {
        List<Attempt<?>> waiting = progress.waiting();
        waiting.removeIf(Attempt::isOver);
        if (!waiting.isEmpty()) {
            marks.hit("credential of a waiting client revoked");
            waiting.get(Math.floorMod(number, waiting.size())).revoke();
        }
    }
}
