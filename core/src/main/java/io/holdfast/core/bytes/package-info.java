/**
 * Owns: the encoding of numbers and text as bytes, and the decoding of bytes that may be damaged.
 *
 * <p>Threading: one thread for each writer or reader. May depend on: no other package. Read next:
 * {@code io.holdfast.core.codec}.
 */
@NullMarked
package io.holdfast.core.bytes;

import org.jspecify.annotations.NullMarked;
