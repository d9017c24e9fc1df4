/**
 * Owns: the encoding of log batches and snapshots. Both are versioned and canonical: each state has
 * exactly one encoding.
 *
 * <p>Threading: batches on any thread; a snapshot on the machine's. May depend on: the vocabulary
 * and the rows of the state. Read next: {@code io.holdfast.core.state.Row}.
 */
@NullMarked
package io.holdfast.core.snapshot;

import org.jspecify.annotations.NullMarked;
