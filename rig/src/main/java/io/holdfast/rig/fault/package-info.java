/**
 * Faults that the rig injects into members and heals again.
 *
 * <p>Owns: each kind of fault, what it requires of the machine, and which members it affects.
 *
 * <p>Threading: the one thread that drives the group injects and heals faults.
 *
 * <p>May depend on: {@code rig.group}, {@code rig.process}.
 *
 * <p>Read next: {@link io.holdfast.rig.fault.FaultKind}.
 */
@NullMarked
package io.holdfast.rig.fault;

import org.jspecify.annotations.NullMarked;
