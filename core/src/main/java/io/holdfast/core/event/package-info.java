/**
 * Owns: the sealed vocabulary of events.
 *
 * <p>Threading: immutable values; any thread. May depend on: the JDK and the sibling vocabulary
 * packages. Read next: {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.event;

import org.jspecify.annotations.NullMarked;
