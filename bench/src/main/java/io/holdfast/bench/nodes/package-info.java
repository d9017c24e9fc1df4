/**
 * The benchmark of the nodes API.
 *
 * <p>Owns: the workers' requests, how a server is filled with nodes and leases, and the cost of
 * heartbeats.
 *
 * <p>Threading: one thread, apart from the filling and the heartbeats.
 *
 * <p>May depend on: {@code bench.command}, {@code bench.load}, {@code bench.report},
 * {@code bench.rows}, {@code bench.servers}.
 *
 * <p>Read next: {@link io.holdfast.bench.nodes.NodesBench}.
 */
@NullMarked
package io.holdfast.bench.nodes;

import org.jspecify.annotations.NullMarked;
