/**
 * Locks and leader election for Spring Integration.
 *
 * <p>Owns: the translation of Spring's contracts into leases, and the queue of this process's
 * threads for one key.
 *
 * <p>Threading: any thread; a leader initiator has a thread of its own.
 *
 * <p>May depend on: {@code client}.
 *
 * <p>Read next: {@code HoldfastLockRegistry}.
 */
@NullMarked
package io.holdfast.spring;

import org.jspecify.annotations.NullMarked;
