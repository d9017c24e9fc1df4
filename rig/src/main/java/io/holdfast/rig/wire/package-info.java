/**
 * A plain HTTP/1.1 client that never retries by itself.
 *
 * <p>Owns: connections, requests and their outcomes: replied, lost, or never sent.
 *
 * <p>Threading: a connection belongs to one thread at a time.
 *
 * <p>May depend on: the JSON reader.
 *
 * <p>Read next: {@link io.holdfast.rig.wire.Wire}.
 */
@NullMarked
package io.holdfast.rig.wire;

import org.jspecify.annotations.NullMarked;
