/**
 * Tests that run real server processes under real faults.
 *
 * <p>Owns: starting, killing and querying server processes.
 *
 * <p>Threading: one thread for each client of a run.
 *
 * <p>May depend on: the JDK and the JSON reader; it reaches the server over sockets only.
 *
 * <p>Read next: {@code io.holdfast.server}.
 */
@NullMarked
package io.holdfast.rig;

import org.jspecify.annotations.NullMarked;
