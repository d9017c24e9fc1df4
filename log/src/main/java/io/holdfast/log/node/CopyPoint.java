package io.holdfast.log.node;

/** What a copy of the state is of: the node, the last entry in it, and the wall clock then. */
public record CopyPoint(String node, long index, long wallMillis) {}
