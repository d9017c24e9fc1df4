/**
 * What can be made to go wrong with a node, and made good again.
 *
 * <p>Owns: each kind of fault, what it needs of the machine, and which nodes it touches.
 *
 * <p>Threading: faults are injected and healed by the one thread that drives the group.
 *
 * <p>May depend on: {@code io.holdfast.rig.group}, {@code io.holdfast.rig.process}.
 *
 * <p>Read next: {@link io.holdfast.rig.fault.FaultKind}.
 */
@NullMarked
package io.holdfast.rig.fault;

import org.jspecify.annotations.NullMarked;
