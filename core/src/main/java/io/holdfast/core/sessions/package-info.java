/**
 * Owns: sessions, the identities that hold grants and wait, and their ties to member processes.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource}. Read
 * next: {@code io.holdfast.core.locks}.
 */
@NullMarked
package io.holdfast.core.sessions;

import org.jspecify.annotations.NullMarked;
