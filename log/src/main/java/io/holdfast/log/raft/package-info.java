/**
 * Owns: the log of a cluster member, a Raft group on Apache Ratis behind {@code CommitLog}, and the
 * conversion of a single server's journal into such a group. Only Ratis's public interfaces are
 * used here; what depends on its internals is in {@code io.holdfast.log.ratis}.
 *
 * <p>Threading: the replica receives batches on Ratis's updater thread, failures on a separate
 * thread, and a journal or snapshot to restore on the thread that opens the log; never on two at
 * once. May depend on: {@code core.bytes}, {@code core.codec}, {@code core.command},
 * {@code core.ledger}, {@code core.query}, {@code core.value}, {@code log}, {@code log.directory},
 * {@code log.journal}, {@code log.ratis}, {@code log.snapshot}, {@code log.storage}; Apache Ratis.
 * Read next: {@code ClusterLog}, then {@code JournalConversion}.
 */
@NullMarked
package io.holdfast.log.raft;

import org.jspecify.annotations.NullMarked;
