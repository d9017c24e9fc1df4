/**
 * A small JSON reader and writer, so that the client needs no library.
 *
 * <p>Owns: JSON texts and the values they stand for.
 *
 * <p>Threading: no state is shared; values belong to the thread that reads them.
 *
 * <p>May depend on: nothing of this project. Not part of the client's public API.
 *
 * <p>Read next: {@code Json}.
 */
@NullMarked
package io.holdfast.client.json;

import org.jspecify.annotations.NullMarked;
