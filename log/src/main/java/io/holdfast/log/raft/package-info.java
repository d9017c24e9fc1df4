/**
 * Owns: the durable log, a Raft group on Apache Ratis behind {@code CommitLog}: its directory and
 * lock file, its identity, its snapshots and the check of its files before they are opened.
 * {@code RaftLog} is that of a node which is alone, {@code ClusterLog} that of one of several.
 *
 * <p>Threading: the replica hears of batches on the thread that synced them or on Ratis's updater
 * thread, of a failure on a thread of its own, and of a snapshot to restore on the thread that
 * opens the log; never on two at once. May depend on: {@code io.holdfast.core},
 * {@code io.holdfast.log} and Apache Ratis, which appears nowhere else. Read next: {@code RaftLog},
 * then {@code ClusterLog}.
 */
@NullMarked
package io.holdfast.log.raft;

import org.jspecify.annotations.NullMarked;
