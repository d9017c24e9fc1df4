/**
 * Clients on one server that is killed or stopped, and started again, while they work.
 *
 * <p>Owns: the rounds of a run, their verdicts, and the page with the result.
 *
 * <p>Threading: one thread for each client; the thread that drives the run joins them before each
 * verdict.
 *
 * <p>May depend on: {@code rig.group}, {@code rig.history}, {@code rig.process}, {@code rig.speak},
 * {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.restart.RestartRun}, then
 * {@link io.holdfast.rig.restart.Campaign}.
 */
@NullMarked
package io.holdfast.rig.restart;

import org.jspecify.annotations.NullMarked;
