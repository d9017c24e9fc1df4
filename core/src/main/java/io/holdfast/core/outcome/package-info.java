/**
 * Owns: the sealed vocabulary of the machine's answers.
 *
 * <p>Threading: immutable values; any thread. May depend on: {@code core.event},
 * {@code core.value}. Read next: {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.outcome;

import org.jspecify.annotations.NullMarked;
