/**
 * Runs the rows of a benchmark.
 *
 * <p>Owns: the server and the directory of a run, the measuring of a row, and the report at the
 * end.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code bench.command}, {@code bench.load}, {@code bench.report},
 * {@code bench.servers}.
 *
 * <p>Read next: {@link io.holdfast.bench.rows.Rows}.
 */
@NullMarked
package io.holdfast.bench.rows;

import org.jspecify.annotations.NullMarked;
