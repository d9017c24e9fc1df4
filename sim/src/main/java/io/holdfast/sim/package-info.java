/**
 * Seeded simulation: many histories of the machine and the log, checked.
 *
 * <p>Owns: the seeds, the faults and the checkers.
 *
 * <p>Threading: one thread, in fake time.
 *
 * <p>May depend on: core and log; never a clock, a disk or a socket.
 *
 * <p>Read next: {@code io.holdfast.core}.
 */
@NullMarked
package io.holdfast.sim;

import org.jspecify.annotations.NullMarked;
