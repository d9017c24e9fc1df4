/**
 * Owns: what all benchmarks share on the command line: their interface and the arguments.
 *
 * <p>Threading: none of its own. May depend on: no other package. Read next:
 * {@code io.holdfast.bench.command.Bench}.
 */
@NullMarked
package io.holdfast.bench.command;

import org.jspecify.annotations.NullMarked;
