/**
 * Tests that run real server processes under real faults.
 *
 * <p>Owns: starting, killing and querying server processes.
 *
 * <p>Threading: one thread for each client of a run.
 *
 * <p>May depend on: {@code rig.cluster}, {@code rig.disk}, {@code rig.fault}, {@code rig.group},
 * {@code rig.overload}, {@code rig.polls}, {@code rig.process}, {@code rig.restart},
 * {@code rig.start}.
 *
 * <p>Read next: {@code io.holdfast.server}.
 */
@NullMarked
package io.holdfast.rig;

import org.jspecify.annotations.NullMarked;
