/**
 * The benchmarks of the locks API: over HTTP, and over the line protocol.
 *
 * <p>Owns: the rows, the pair of requests for each server, and the goals.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code bench.command}, {@code bench.load}, {@code bench.report},
 * {@code bench.rows}, {@code bench.servers}.
 *
 * <p>Read next: {@link io.holdfast.bench.locks.LocksBench}, then
 * {@link io.holdfast.bench.locks.Dialogues}.
 */
@NullMarked
package io.holdfast.bench.locks;

import org.jspecify.annotations.NullMarked;
