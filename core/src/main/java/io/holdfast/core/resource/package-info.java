/**
 * Owns: the resource kernel. Capacity, numbered slots, the line of waiters, leases and fences are
 * decided here once, for all contracts.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.state},
 * {@code io.holdfast.core.tenants} and the vocabulary. Read next:
 * {@code io.holdfast.core.locks.LocksBook}, the thinnest book of rules over it.
 */
@NullMarked
package io.holdfast.core.resource;

import org.jspecify.annotations.NullMarked;
