/**
 * Owns: the storage of the machine: rows with a deadline and a share in the state hash, the ordered
 * deadlines, indexes that cannot be iterated, and lists that a snapshot can walk while they change.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.bytes},
 * {@code outcome}, {@code event}. Read next: {@code io.holdfast.core.resource.Kernel}.
 */
@NullMarked
package io.holdfast.core.state;

import org.jspecify.annotations.NullMarked;
