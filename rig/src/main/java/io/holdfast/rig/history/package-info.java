/**
 * The history of what clients requested and were answered, and the checks on it.
 *
 * <p>Owns: the common form in which operations of every API are recorded, and the checks: holders,
 * fences, lost and shortened grants, order, request ids, minorities, liveness, linearizability.
 *
 * <p>Threading: a recorder takes operations from any thread; checks run after all clients have
 * ended.
 *
 * <p>May depend on: no other package.
 *
 * <p>Read next: {@link io.holdfast.rig.history.Operation}, then
 * {@link io.holdfast.rig.history.Verdict}.
 */
@NullMarked
package io.holdfast.rig.history;

import org.jspecify.annotations.NullMarked;
