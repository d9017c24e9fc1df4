/**
 * The bench of the pools contract.
 *
 * <p>Owns: which rows are run, what a pair is, what the figures must reach, and how a server is
 * filled with pools and leases.
 *
 * <p>Threading: one thread, apart from the filling.
 *
 * <p>May depend on: {@code load}, {@code servers}, {@code report}.
 *
 * <p>Read next: {@link io.holdfast.bench.pools.PoolsBench}.
 */
@NullMarked
package io.holdfast.bench.pools;

import org.jspecify.annotations.NullMarked;
