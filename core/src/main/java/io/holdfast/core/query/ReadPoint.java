package io.holdfast.core.query;

/**
 * The instant that a read is as of: everything up to the index is applied, and whatever is due by
 * the log time counts as over.
 */
public record ReadPoint(long index, long timeNanos) {}
