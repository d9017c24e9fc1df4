/**
 * Owns: the rules of the pools API over the kernel: pools of numbered slots, leases that expire on
 * time, and a queue of waiters.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.command},
 * {@code core.event}, {@code core.ledger}, {@code core.outcome}, {@code core.query},
 * {@code core.resource}, {@code core.state}, {@code core.tenants}, {@code core.value}. Read next:
 * {@code PoolsBook}.
 */
@NullMarked
package io.holdfast.core.pools;

import org.jspecify.annotations.NullMarked;
