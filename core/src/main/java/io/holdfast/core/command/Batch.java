package io.holdfast.core.command;

import java.util.List;

/**
 * One entry of the log. A batch without proposals is a tick: it only moves time on.
 *
 * @param timeNanos log time, by which everything is decided
 * @param wallMillis the leader's wall clock, for display alone
 */
public record Batch(long timeNanos, long wallMillis, List<Proposal> proposals) {}
