/**
 * Owns: the durable log, a Raft group on Apache Ratis behind {@code CommitLog}: its directory and
 * lock file, its identity and its snapshots. {@code RaftLog} is the log of a single member,
 * {@code ClusterLog} that of a cluster member. Only Ratis's public interfaces are used here; what
 * depends on its internals is in {@code io.holdfast.log.ratis}.
 *
 * <p>Threading: the replica receives batches on the thread that synced them or on Ratis's updater
 * thread, failures on a separate thread, and a snapshot to restore on the thread that opens the
 * log; never on two at once. May depend on: {@code core.bytes}, {@code core.codec},
 * {@code core.command}, {@code core.ledger}, {@code core.query}, {@code core.value}, {@code log},
 * {@code log.ratis}, {@code log.storage}; Apache Ratis. Read next: {@code RaftLog}, then
 * {@code ClusterLog}.
 */
@NullMarked
package io.holdfast.log.raft;

import org.jspecify.annotations.NullMarked;
