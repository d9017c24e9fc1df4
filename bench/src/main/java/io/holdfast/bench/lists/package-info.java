/**
 * Owns: the benchmark of small requests beside clients that read very long lists.
 *
 * <p>Threading: one thread for each client. May depend on: {@code bench.command},
 * {@code bench.rows}. Read next: {@link io.holdfast.bench.lists.ListsBench}.
 */
@NullMarked
package io.holdfast.bench.lists;

import org.jspecify.annotations.NullMarked;
