/**
 * The servers that a bench compares: ours, which it starts, and the yardsticks beside it.
 *
 * <p>Owns: child processes, their settings, their files, their processor time.
 *
 * <p>Threading: the bench's one thread; a shutdown hook ends the children of a bench that is
 * interrupted.
 *
 * <p>May depend on: the JDK.
 *
 * <p>Read next: {@link io.holdfast.bench.servers.Subject}, then
 * {@link io.holdfast.bench.servers.Yardstick}.
 */
@NullMarked
package io.holdfast.bench.servers;

import org.jspecify.annotations.NullMarked;
