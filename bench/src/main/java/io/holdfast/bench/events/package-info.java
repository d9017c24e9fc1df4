/**
 * Owns: the benchmark of event streams and of the view of all resources: what readers cost, how
 * long an event takes, and whether a page depends on the number of resources.
 *
 * <p>Threading: one thread for the load, one for each reader. May depend on: {@code bench.command},
 * {@code bench.load}, {@code bench.locks}, {@code bench.report}, {@code bench.rows},
 * {@code bench.servers}. Read next: {@link io.holdfast.bench.events.EventsBench}.
 */
@NullMarked
package io.holdfast.bench.events;

import org.jspecify.annotations.NullMarked;
