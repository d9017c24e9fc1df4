/**
 * Real processes under real faults.
 *
 * <p>Owns: starting, killing and questioning server processes.
 *
 * <p>Threading: one thread for each client of a run.
 *
 * <p>May depend on: the JDK and the JSON reader; it speaks with the server over sockets alone.
 *
 * <p>Read next: {@code io.holdfast.server}.
 */
@NullMarked
package io.holdfast.rig;

import org.jspecify.annotations.NullMarked;
