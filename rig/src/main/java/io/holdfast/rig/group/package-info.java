/**
 * The members of one cluster, as real processes on one machine.
 *
 * <p>Owns: where each member runs (its own network namespace, or loopback), its ports, its data
 * directory, its successive processes; which member leads; whether all are healthy.
 *
 * <p>Threading: one thread at a time drives a group; clients only know its addresses.
 *
 * <p>May depend on: {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.group.Group}.
 */
@NullMarked
package io.holdfast.rig.group;

import org.jspecify.annotations.NullMarked;
