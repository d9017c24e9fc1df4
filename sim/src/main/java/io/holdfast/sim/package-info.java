/**
 * Seeded simulation: many histories of the machine, checked after every batch.
 *
 * <p>Owns: the driver and its seeds, the model of the locks contract, the shrinker, and the figures
 * of a million keys.
 *
 * <p>Threading: one thread, in fake time.
 *
 * <p>May depend on: core and log; never a disk or a socket; a clock only in {@code Scale}, which
 * measures.
 *
 * <p>Read next: {@code Run}, then {@code Model}.
 */
@NullMarked
package io.holdfast.sim;

import org.jspecify.annotations.NullMarked;
