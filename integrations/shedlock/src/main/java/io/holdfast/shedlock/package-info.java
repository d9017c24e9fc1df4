/**
 * A lock provider for ShedLock.
 *
 * <p>Owns: the translation of ShedLock's times into leases.
 *
 * <p>Threading: any thread; the end of a lock that does not last for whole seconds is sent by a
 * thread of the JDK.
 *
 * <p>May depend on: {@code client}.
 *
 * <p>Read next: {@code HoldfastLockProvider}.
 */
@NullMarked
package io.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;
