package io.holdfast.log;

/** Learns that another member leads, or the same member in a later term. */
@FunctionalInterface
public interface LeaderListener {

    /**
     * Reports the leader as this member knows it. May be called on any thread and must not block.
     *
     * @param leader the name of the member
     */
    void leaderChanged(String leader, long term);
}
