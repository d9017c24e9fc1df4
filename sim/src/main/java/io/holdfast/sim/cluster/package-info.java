/**
 * The whole cluster in one thread: the real engines over a simulated world.
 *
 * <p>Owns: one history of the whole cluster from one seed: its settings, its faults, its end, and
 * the campaign that runs many and makes a failure small.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core.command}, {@code core.query}, {@code core.value},
 * {@code log.directory}, {@code log.engine}, {@code log.raft}, {@code sim},
 * {@code sim.cluster.check}, {@code sim.cluster.client}, {@code sim.cluster.member},
 * {@code sim.cluster.raft}, {@code sim.cluster.world}.
 *
 * <p>Read next: {@code Simulation}, then {@code Options}.
 */
@NullMarked
package io.holdfast.sim.cluster;

import org.jspecify.annotations.NullMarked;
