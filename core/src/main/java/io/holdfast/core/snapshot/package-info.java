/**
 * Owns: the bytes of the log's batches and of snapshots, both versioned and canonical: one state
 * has one form.
 *
 * <p>Threading: batches on any thread; a snapshot on the machine's. May depend on: the vocabulary
 * and the rows of the state. Read next: {@code io.holdfast.core.state.Row}.
 */
@NullMarked
package io.holdfast.core.snapshot;

import org.jspecify.annotations.NullMarked;
