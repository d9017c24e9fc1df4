/**
 * Owns: the last grants and ended waits of each resource, and estimates of waits from their hold
 * times.
 *
 * <p>Threading: the machine's. May depend on: {@code core.bytes}, {@code core.event},
 * {@code core.query}, {@code core.state}, {@code core.value}. Read next: {@code History}, then
 * {@code HoldTimes}.
 */
@NullMarked
package io.holdfast.core.history;

import org.jspecify.annotations.NullMarked;
