/**
 * The members of the simulated cluster.
 *
 * <p>Owns: the members: the real engine and the real protocol with the leader, over the model of
 * Raft. {@code Plants} is the only place where a test may plant a bug.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core.command}, {@code core.outcome}, {@code core.query},
 * {@code core.value}, {@code log}, {@code log.engine}, {@code log.raft}, {@code sim},
 * {@code sim.cluster.raft}, {@code sim.cluster.world}; Apache Ratis.
 *
 * <p>Read next: {@code SimMember}, then {@code SimLog}.
 */
@NullMarked
package io.holdfast.sim.cluster.member;

import org.jspecify.annotations.NullMarked;
