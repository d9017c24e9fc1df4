/**
 * The clients of the simulated cluster.
 *
 * <p>Owns: clients of all five APIs that act as real clients and the real edge do: request ids,
 * retries at other members, waits, disconnects.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core.command}, {@code core.outcome}, {@code core.query},
 * {@code core.value}, {@code log.engine}, {@code sim}, {@code sim.cluster.check},
 * {@code sim.cluster.member}, {@code sim.cluster.world}.
 *
 * <p>Read next: {@code SimClient}, then {@code Exchange}.
 */
@NullMarked
package io.holdfast.sim.cluster.client;

import org.jspecify.annotations.NullMarked;
