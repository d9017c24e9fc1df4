/**
 * Owns: the sealed vocabulary of what can be asked of the machine, and the names used in it.
 *
 * <p>Threading: immutable values; any thread. May depend on: the JDK and the sibling vocabulary
 * packages. Read next: {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.command;

import org.jspecify.annotations.NullMarked;
