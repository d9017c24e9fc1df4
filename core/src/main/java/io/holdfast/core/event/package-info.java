/**
 * Owns: the sealed vocabulary of events.
 *
 * <p>Threading: immutable values; any thread. May depend on: {@code core.value}. Read next:
 * {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.event;

import org.jspecify.annotations.NullMarked;
