/**
 * Hostile clients beside well-behaved ones.
 *
 * <p>Owns: the run, both kinds of clients, and the page with the last result.
 *
 * <p>Threading: each client has a thread of its own; findings are collected under a lock.
 *
 * <p>May depend on: {@code rig.history}, {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.overload.OverloadRun}.
 */
@NullMarked
package io.holdfast.rig.overload;

import org.jspecify.annotations.NullMarked;
