/**
 * Start times, and the memory of an idle server.
 *
 * <p>Owns: measured starts through the launcher that users call.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.start.StartRun}.
 */
@NullMarked
package io.holdfast.rig.start;

import org.jspecify.annotations.NullMarked;
