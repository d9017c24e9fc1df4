/**
 * Owns: how numbers and texts become bytes, and how bytes that may be damaged are read back.
 *
 * <p>Threading: one thread for each writer or reader. May depend on: the JDK. Read next:
 * {@code io.holdfast.core.snapshot}.
 */
@NullMarked
package io.holdfast.core.bytes;

import org.jspecify.annotations.NullMarked;
