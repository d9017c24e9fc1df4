/**
 * What must be true of every simulated history.
 *
 * <p>Owns: the checkers: what the log decided, what clients hold by their own clocks, and what both
 * must satisfy.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core}, {@code core.command}, {@code core.outcome}, {@code core.value},
 * {@code sim}, {@code sim.cluster.raft}, {@code sim.cluster.world}.
 *
 * <p>Read next: {@code Truth}, then {@code Holdings}.
 */
@NullMarked
package io.holdfast.sim.cluster.check;

import org.jspecify.annotations.NullMarked;
