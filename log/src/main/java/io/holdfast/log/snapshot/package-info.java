/**
 * Owns: snapshots on disk and when they are due. {@code SnapshotFiles} finds and restores them,
 * {@code SnapshotWriter} writes one, and {@code SnapshotPolicy} requests the next one from the
 * replica. The journal and the Raft group use the same files.
 *
 * <p>Threading: a snapshot is written on a thread of its own; the policy is called by the thread
 * that applies batches. May depend on: {@code core.bytes}, {@code log}, {@code log.storage}. Read
 * next: {@code SnapshotPolicy}.
 */
@NullMarked
package io.holdfast.log.snapshot;

import org.jspecify.annotations.NullMarked;
