/**
 * Owns: the sealed vocabulary of reads, which are as of an instant.
 *
 * <p>Threading: immutable values; any thread. May depend on: the JDK and the sibling vocabulary
 * packages. Read next: {@code io.holdfast.core.Machine}.
 */
@NullMarked
package io.holdfast.core.query;

import org.jspecify.annotations.NullMarked;
