/**
 * Owns: the values that commands, outcomes, queries and events share: names, ids, statuses, and the
 * limits that all of them must respect.
 *
 * <p>Threading: immutable values; any thread. May depend on: {@code core.bytes}. Read next:
 * {@code io.holdfast.core.command}.
 */
@NullMarked
package io.holdfast.core.value;

import org.jspecify.annotations.NullMarked;
