package io.holdfast.log;

import io.holdfast.core.query.ReadPoint;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a log of several nodes does for a node beside keeping its batches. One node leads: it gives
 * every batch its time, and only it proposes ticks.
 */
public interface Group {

    /** What a member that does not serve yet waits for. */
    enum Phase {
        /** The cluster is new, and not all of its first members are there. */
        FOUNDING,
        /** This member was started with {@code --join} and is not a member yet. */
        JOINING,
        /** The group is known; it has no leader that takes this member's commands. */
        NO_LEADER
    }

    /** What this member waits for, while it does not serve. */
    default Phase phase() {
        return Phase.NO_LEADER;
    }

    /** Whether this node leads and may give batches their time. */
    boolean leads();

    /** The time that a batch would get now; only to be asked where this node leads. */
    long nowNanos();

    /**
     * The replica, told that it {@linkplain Replica#leads leads}, has applied everything that came
     * before: log time goes on from here, and batches are taken.
     */
    void lead(long term, long fromNanos);

    /**
     * Asks the leader for an instant and an index that no acknowledged batch is behind. Comes back
     * when the replica has heard of every batch up to that index; fails where no leader answers.
     */
    CompletableFuture<ReadPoint> readPoint();

    /** The batch under way is not sent again; it may have come into the log or still come. */
    void giveUp();

    /** Whether this node leads, or has just heard of the one that does. */
    boolean inTouch();

    /** The names of all nodes that belong to the group. */
    Set<String> members();

    /** Members that this node, which leads, has not heard of for so long. */
    Set<String> unheardFor(long nanos);

    /**
     * Asks every member, while this one leads, up to which format it reads. A member that does not
     * answer counts as zero. Fails where the leader or the members changed meanwhile.
     */
    CompletableFuture<Map<String, Integer>> formats();

    /** This member's contact with the leader. */
    LeaderContact contact();

    /** Lets another node lead, where this one does; comes back when that is done or failed. */
    CompletableFuture<Void> handOver();
}
