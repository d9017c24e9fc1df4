/**
 * The servers that a benchmark compares: Holdfast and the yardsticks.
 *
 * <p>Owns: child processes, their settings, their files, their CPU time.
 *
 * <p>Threading: the benchmark's one thread; a shutdown hook stops the children of an interrupted
 * benchmark.
 *
 * <p>May depend on: no other package.
 *
 * <p>Read next: {@link io.holdfast.bench.servers.Subject}, then
 * {@link io.holdfast.bench.servers.Yardstick}.
 */
@NullMarked
package io.holdfast.bench.servers;

import org.jspecify.annotations.NullMarked;
