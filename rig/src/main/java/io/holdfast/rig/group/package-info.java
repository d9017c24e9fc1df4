/**
 * Nodes of one group, as real processes on one machine.
 *
 * <p>Owns: where each node runs (its own network namespace, or loopback), its ports, its data
 * directory, its processes one after the other; who leads; whether all is well.
 *
 * <p>Threading: one thread at a time drives a group; clients only know its addresses.
 *
 * <p>May depend on: {@code io.holdfast.rig.process}, {@code io.holdfast.rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.group.Group}.
 */
@NullMarked
package io.holdfast.rig.group;

import org.jspecify.annotations.NullMarked;
