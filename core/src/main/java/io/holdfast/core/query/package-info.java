/**
 * Owns: the sealed vocabulary of queries and their answers, which reflect the state at one read
 * point.
 *
 * <p>Threading: immutable values; any thread. May depend on: {@code core.bytes},
 * {@code core.event}, {@code core.outcome}, {@code core.value}. Read next:
 * {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.query;

import org.jspecify.annotations.NullMarked;
