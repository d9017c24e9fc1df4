/**
 * Owns: the encoding of commands, batches, settings and remembered outcomes, which the log and
 * snapshots contain. It is versioned and canonical: each value has exactly one encoding. Rows of
 * the state write themselves.
 *
 * <p>Threading: any thread. May depend on: {@code core.bytes}, {@code core.command},
 * {@code core.outcome}, {@code core.value}. Read next: {@code CommandCodec}, then
 * {@code OutcomeCodec}.
 */
@NullMarked
package io.holdfast.core.codec;

import org.jspecify.annotations.NullMarked;
