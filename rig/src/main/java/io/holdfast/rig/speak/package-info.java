/**
 * Clients of every API that move from member to member and record all their operations.
 *
 * <p>Owns: how each API expresses acquire, renew, release and look; which answers are definite; and
 * what a client does when its member is down.
 *
 * <p>Threading: a speaker and its client belong to one thread.
 *
 * <p>May depend on: {@code rig.history}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.speak.Speaker}, then {@link io.holdfast.rig.speak.Actor}.
 */
@NullMarked
package io.holdfast.rig.speak;

import org.jspecify.annotations.NullMarked;
