package io.holdfast.log.node;

/** The origin of a state copy: the member, the last entry in it, and that entry's wall clock. */
public record CopyPoint(String node, long index, long wallMillis) {}
