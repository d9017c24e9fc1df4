/**
 * What clients asked a group for and what became of it, and what must be true of that.
 *
 * <p>Owns: the words in which every dialect's operations are written down, and the checks: holders,
 * fences, lost and cut-short grants, order, request ids, minorities, liveness, linearizability.
 *
 * <p>Threading: a recorder takes operations from any thread; checks run after all clients ended.
 *
 * <p>May depend on: {@code io.holdfast.rig.load}, whose grants and findings it uses.
 *
 * <p>Read next: {@link io.holdfast.rig.history.Operation}, then
 * {@link io.holdfast.rig.history.Verdict}.
 */
@NullMarked
package io.holdfast.rig.history;

import org.jspecify.annotations.NullMarked;
