/**
 * The simulated world below the members.
 *
 * <p>Owns: time, processes, clocks and the network of the simulated world.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code log}, {@code sim}.
 *
 * <p>Read next: {@code Events}, then {@code Network}.
 */
@NullMarked
package io.holdfast.sim.cluster.world;

import org.jspecify.annotations.NullMarked;
