/**
 * Owns: the sealed vocabulary of commands, and the names that it uses.
 *
 * <p>Threading: immutable values; any thread. May depend on: {@code core.bytes},
 * {@code core.outcome}, {@code core.value}. Read next: {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.command;

import org.jspecify.annotations.NullMarked;
