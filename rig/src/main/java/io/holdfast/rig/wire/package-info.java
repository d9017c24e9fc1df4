/**
 * A plain HTTP/1.1 client that never guesses.
 *
 * <p>Owns: connections, requests and what became of them: replied, lost, or never sent.
 *
 * <p>Threading: a connection belongs to one thread at a time.
 *
 * <p>May depend on: the JDK and the JSON reader.
 *
 * <p>Read next: {@link io.holdfast.rig.wire.Wire}.
 */
@NullMarked
package io.holdfast.rig.wire;

import org.jspecify.annotations.NullMarked;
