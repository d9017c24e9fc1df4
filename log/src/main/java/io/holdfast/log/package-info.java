/**
 * Owns: durability. {@code CommitLog} is the interface, {@code MemoryLog}, {@code JournalLog} and
 * {@code ClusterLog} implement it, and {@code Replica} receives the committed batches.
 *
 * <p>Threading: each implementation says which thread calls the replica; never two at once. May
 * depend on: {@code core.command}, {@code core.ledger}, {@code core.query}, {@code core.value}.
 * Read next: {@code io.holdfast.log.engine}.
 */
@NullMarked
package io.holdfast.log;

import org.jspecify.annotations.NullMarked;
