package io.holdfast.sim.cluster.raft;

import java.util.SortedSet;

/** A snapshot of the replica, with the position and the members that it stands for. */
public record StoredSnapshot(long index, long term, SortedSet<String> members, byte[] bytes) {}
