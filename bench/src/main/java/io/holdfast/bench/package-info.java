/**
 * Benchmarks: Holdfast beside well-known servers, in one run on one machine.
 *
 * <p>Owns: the choice of the benchmark; each benchmark is a package of its own.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: everything in this module, and no server classes: the server is reached over
 * its sockets only.
 *
 * <p>Read next: {@link io.holdfast.bench.locks}, then {@link io.holdfast.bench.load}.
 */
@NullMarked
package io.holdfast.bench;

import org.jspecify.annotations.NullMarked;
