/**
 * Benchmarks: Holdfast beside well-known servers, in one run on one machine.
 *
 * <p>Owns: the choice of the benchmark; each benchmark is a package of its own.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code bench.claims}, {@code bench.command}, {@code bench.events},
 * {@code bench.lists}, {@code bench.locks}, {@code bench.nodes}, {@code bench.pools}.
 *
 * <p>Read next: {@link io.holdfast.bench.locks}, then {@link io.holdfast.bench.load}.
 */
@NullMarked
package io.holdfast.bench;

import org.jspecify.annotations.NullMarked;
