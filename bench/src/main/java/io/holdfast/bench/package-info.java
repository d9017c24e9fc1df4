/**
 * Benchmarks: our server beside the servers that everybody knows, in one run on one machine.
 *
 * <p>Owns: the choice of the bench; each bench is a package of its own.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: everything of this module; nothing of the server's inside, which is loaded over
 * its sockets only.
 *
 * <p>Read next: {@link io.holdfast.bench.locks}, then {@link io.holdfast.bench.load}.
 */
@NullMarked
package io.holdfast.bench;

import org.jspecify.annotations.NullMarked;
