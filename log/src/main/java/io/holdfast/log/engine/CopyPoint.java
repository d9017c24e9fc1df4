package io.holdfast.log.engine;

/** The origin of a state copy: the member, the last entry in it, and that entry's wall clock. */
public record CopyPoint(String node, long index, long wallMillis) {}
