/**
 * Server processes.
 *
 * <p>Owns: how a server is started, how its address is found, how it is stopped, and what the
 * operating system reports about it.
 *
 * <p>Threading: a process belongs to the thread that started it; one more thread copies its output.
 *
 * <p>May depend on: {@code cli}, {@code server}.
 *
 * <p>Read next: {@link io.holdfast.rig.process.ServerProcess}.
 */
@NullMarked
package io.holdfast.rig.process;

import org.jspecify.annotations.NullMarked;
