/**
 * Clients of every dialect that go from node to node and write down all that they did.
 *
 * <p>Owns: how each dialect says acquire, renew, release and look; which answers are definite; and
 * what a client does when its node is gone.
 *
 * <p>Threading: a speaker and its client belong to one thread.
 *
 * <p>May depend on: {@code io.holdfast.rig.wire}, {@code io.holdfast.rig.history}.
 *
 * <p>Read next: {@link io.holdfast.rig.speak.Speaker}, then {@link io.holdfast.rig.speak.Actor}.
 */
@NullMarked
package io.holdfast.rig.speak;

import org.jspecify.annotations.NullMarked;
