package io.holdfast.log;

import io.holdfast.core.query.ReadPoint;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The group of members that share a log. One member leads: it stamps every batch with log time, and
 * only it proposes ticks.
 */
public interface Group {

    /** What a member waits for before it serves. */
    enum Phase {
        /** The cluster is new, and not all initial members are connected. */
        FOUNDING,
        /** This member was started with {@code --join} and is not a member yet. */
        JOINING,
        /** The group is known, but no leader accepts this member's commands. */
        NO_LEADER
    }

    /** Returns what this member waits for while it does not serve. */
    default Phase phase() {
        return Phase.NO_LEADER;
    }

    /** Returns whether this member leads and may stamp batches. */
    boolean leads();

    /** Returns the log time that a batch would get now; only valid while this member leads. */
    long nowNanos();

    /**
     * Reports that the replica, after {@link Replica#leads}, has applied all earlier entries: log
     * time continues from the given time, and batches are accepted.
     */
    void lead(long term, long fromNanos);

    /**
     * Asks the leader for a log time and an index that no acknowledged batch is behind. Completes
     * when the replica has received every batch up to that index; fails if no leader answers.
     */
    CompletableFuture<ReadPoint> readPoint();

    /** Stops retrying the batch in flight, which may be committed already or later. */
    void giveUp();

    /** Returns whether this member leads or has recently heard from the leader. */
    boolean inTouch();

    /** Registers the listener for changes of the leader from now on. It replaces an earlier one. */
    void onLeaderChange(LeaderListener listener);

    /** Returns what this member knows of the group. */
    Standing standing();

    /** Returns the names of all members. */
    Set<String> members();

    /** Returns the members that this leader has not heard from for the given time. */
    Set<String> unheardFor(long nanos);

    /**
     * Asks every member, while this one leads, for the newest format that it reads. A member that
     * does not answer counts as zero. Fails if the leader or the membership changes meanwhile.
     */
    CompletableFuture<Map<String, Integer>> formats();

    /** Returns this member's contact with the leader. */
    LeaderContact contact();

    /** Transfers the leadership if this member leads; done when the transfer has ended. */
    CompletableFuture<Void> handOver();
}
