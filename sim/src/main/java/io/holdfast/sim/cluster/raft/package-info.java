/**
 * The consensus of the simulated cluster.
 *
 * <p>Owns: a model of Raft with its disk: it keeps Raft's guarantees and promises nothing else.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core.command}, {@code log}, {@code sim}, {@code sim.cluster.world}.
 *
 * <p>Read next: {@code RaftNode}, then {@code Leadership}.
 */
@NullMarked
package io.holdfast.sim.cluster.raft;

import org.jspecify.annotations.NullMarked;
