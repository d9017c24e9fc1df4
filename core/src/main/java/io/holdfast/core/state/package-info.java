/**
 * Owns: the storage of the machine: rows with a deadline and a share in the state hash, the ordered
 * deadlines, indexes that cannot be iterated, and lists that a snapshot can walk while they change.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes}, {@code core.event},
 * {@code core.outcome}, {@code core.value}. Read next: {@code io.holdfast.core.resource.Kernel}.
 */
@NullMarked
package io.holdfast.core.state;

import org.jspecify.annotations.NullMarked;
