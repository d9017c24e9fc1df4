package io.holdfast.core.query;

/**
 * The state that a read reflects: all entries up to the index are applied, and deadlines up to the
 * log time have passed.
 */
public record ReadPoint(long index, long timeNanos) {}
