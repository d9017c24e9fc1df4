/**
 * Servers that are ended under load, started again, and asked for everything they acknowledged.
 *
 * <p>Owns: the rounds of a campaign and the page with its result.
 *
 * <p>Threading: one thread for each client, joined before the next step.
 *
 * <p>May depend on: {@code rig.load}, {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.kill.Campaign}.
 */
@NullMarked
package io.holdfast.rig.kill;

import org.jspecify.annotations.NullMarked;
