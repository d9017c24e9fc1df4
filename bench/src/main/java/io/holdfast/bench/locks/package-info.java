/**
 * The benches of the locks contract: over HTTP, and over the line protocol.
 *
 * <p>Owns: which rows are run, what a pair is on each server, what the figures must reach.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code load}, {@code servers}, {@code report}.
 *
 * <p>Read next: {@link io.holdfast.bench.locks.LocksBench} and
 * {@link io.holdfast.bench.locks.LineBench}, then {@link io.holdfast.bench.locks.Dialogues}.
 */
@NullMarked
package io.holdfast.bench.locks;

import org.jspecify.annotations.NullMarked;
