/**
 * Seeded simulation: many histories of the machine, checked after every batch.
 *
 * <p>Owns: the driver and its seeds, the model of all APIs, the shrinker, and the measurements with
 * a million keys.
 *
 * <p>Threading: one thread, in simulated time.
 *
 * <p>May depend on: {@code core}, {@code core.bytes}, {@code core.codec}, {@code core.command},
 * {@code core.event}, {@code core.outcome}, {@code core.query}, {@code core.state},
 * {@code core.value}. Never a disk or a socket. Only the {@code Scale} classes, which measure, use
 * a clock.
 *
 * <p>Read next: {@code Run}, then {@code Model}.
 */
@NullMarked
package io.holdfast.sim;

import org.jspecify.annotations.NullMarked;
