/**
 * The report of a benchmark: rows, ratios and the setting, as text or Markdown.
 *
 * <p>Owns: the format of figures and tables.
 *
 * <p>Threading: none of its own; everything is a value.
 *
 * <p>May depend on: {@code bench.load}.
 *
 * <p>Read next: {@link io.holdfast.bench.report.Report}.
 */
@NullMarked
package io.holdfast.bench.report;

import org.jspecify.annotations.NullMarked;
