/**
 * Owns: the engine of one member. It gathers calls into batches, stamps them with log time,
 * proposes them to the log, applies committed batches and returns each outcome to its call.
 *
 * <p>Threading: everything runs in one lane, one task at a time; calls come from any thread. May
 * depend on: {@code io.holdfast.core} and the log's interface. Read next: {@code Node}.
 */
@NullMarked
package io.holdfast.log.node;

import org.jspecify.annotations.NullMarked;
