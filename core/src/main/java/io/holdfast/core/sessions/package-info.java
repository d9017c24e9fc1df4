/**
 * Owns: sessions, the identity that holds and waits, and the nodes' processes that serve them.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource}. Read
 * next: {@code io.holdfast.core.locks}.
 */
@NullMarked
package io.holdfast.core.sessions;

import org.jspecify.annotations.NullMarked;
