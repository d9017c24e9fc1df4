/**
 * Owns: the engine of one member. It gathers calls into batches, stamps them with log time,
 * proposes them to the log, applies committed batches and returns each outcome to its call.
 *
 * <p>Threading: everything runs in one lane, one task at a time; calls come from any thread. May
 * depend on: {@code core}, {@code core.bytes}, {@code core.command}, {@code core.event},
 * {@code core.ledger}, {@code core.outcome}, {@code core.query}, {@code core.value}, {@code log}.
 * Read next: {@code Engine}.
 */
@NullMarked
package io.holdfast.log.engine;

import org.jspecify.annotations.NullMarked;
