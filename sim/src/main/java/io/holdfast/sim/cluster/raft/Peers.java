package io.holdfast.sim.cluster.raft;

import org.jspecify.annotations.Nullable;

/** Finds the running process of a member. */
public interface Peers {

    /** Returns the node that listens at the member's address; null if it is down. */
    @Nullable
    RaftNode at(String member);
}
