/**
 * The benchmark of the pools API.
 *
 * <p>Owns: the rows, the pair of requests, the goals, and how a server is filled with pools and
 * leases.
 *
 * <p>Threading: one thread, apart from the filling.
 *
 * <p>May depend on: {@code bench.command}, {@code bench.load}, {@code bench.report},
 * {@code bench.rows}, {@code bench.servers}.
 *
 * <p>Read next: {@link io.holdfast.bench.pools.PoolsBench}.
 */
@NullMarked
package io.holdfast.bench.pools;

import org.jspecify.annotations.NullMarked;
