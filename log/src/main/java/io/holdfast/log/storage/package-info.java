/**
 * Owns: how a member's files are written. {@code DurableFiles} writes small files so that they
 * survive a power failure, {@code StorageGuard} stops all writes after the first failed one, and
 * {@code RecoveryAdvice} tells an operator what to do about a damaged directory.
 *
 * <p>Threading: any thread. May depend on: the JDK only. Read next: {@code StorageGuard}.
 */
@NullMarked
package io.holdfast.log.storage;

import org.jspecify.annotations.NullMarked;
