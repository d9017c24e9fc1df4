/**
 * The examples of the Javadoc and of docs/client-java.md, which tests run.
 *
 * <p>Owns: one class for each API; the regions in them are what readers see.
 *
 * <p>Threading: each example has a client of its own.
 *
 * <p>May depend on: the client's public API alone.
 *
 * <p>Read next: {@code ExamplesTest}.
 */
@NullMarked
package io.holdfast.client.examples;

import org.jspecify.annotations.NullMarked;
