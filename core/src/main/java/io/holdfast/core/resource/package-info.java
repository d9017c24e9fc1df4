/**
 * Owns: the resource kernel. It implements capacity, numbered slots, the queue of waiters, leases
 * and fences once, for all APIs.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes}, {@code core.event},
 * {@code core.history}, {@code core.ledger}, {@code core.outcome}, {@code core.query},
 * {@code core.state}, {@code core.tenants}, {@code core.value}. Read next:
 * {@code io.holdfast.core.locks.LocksBook}, the thinnest book of rules over it.
 */
@NullMarked
package io.holdfast.core.resource;

import org.jspecify.annotations.NullMarked;
