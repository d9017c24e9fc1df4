/**
 * Server processes.
 *
 * <p>Owns: how a server is started, where it says that it listens, how it is ended, and what the
 * operating system knows of it.
 *
 * <p>Threading: a process belongs to whoever started it; one thread copies what it prints.
 *
 * <p>May depend on: the JDK.
 *
 * <p>Read next: {@link io.holdfast.rig.process.ServerProcess}.
 */
@NullMarked
package io.holdfast.rig.process;

import org.jspecify.annotations.NullMarked;
