/**
 * Owns: the state machine, which decides the effect of every command.
 *
 * <p>Threading: one thread at a time; nothing here knows about threads. May depend on: the JDK
 * alone. Read next: {@code Machine}, then {@code resource.Kernel}, then {@code locks.LocksBook}.
 */
@NullMarked
package io.holdfast.core;

import org.jspecify.annotations.NullMarked;
