/**
 * Owns: the rules of the pools contract over the kernel: pools of numbered slots, leases that end
 * at their instant, a line for whoever waits.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource},
 * {@code ledger}. Read next: {@code PoolsBook}.
 */
@NullMarked
package io.holdfast.core.pools;

import org.jspecify.annotations.NullMarked;
