/**
 * A small load from the client's side.
 *
 * <p>Owns: {@code holdfast bench}.
 *
 * <p>Threading: one thread for each client of the load, besides those of the clients themselves.
 *
 * <p>May depend on: {@code cli.common}, {@code client}, {@code client.json}, picocli.
 *
 * <p>Read next: {@code BenchCommand}.
 */
@NullMarked
package io.holdfast.cli.bench;

import org.jspecify.annotations.NullMarked;
