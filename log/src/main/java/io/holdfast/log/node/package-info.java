/**
 * Owns: one node. It gathers calls into batches, stamps them with log time, hands them to the log,
 * applies what the log commits and sends each outcome back to its call.
 *
 * <p>Threading: everything happens in one lane, one task at a time; calls come from any thread. May
 * depend on: {@code io.holdfast.core} and the log's port. Read next: {@code Node}.
 */
@NullMarked
package io.holdfast.log.node;

import org.jspecify.annotations.NullMarked;
