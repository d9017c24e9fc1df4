/**
 * Requests over HTTP, through the Java client, and over the line protocol, without retries.
 *
 * <p>Owns: connections, requests and their outcomes: replied, lost, or never sent.
 *
 * <p>Threading: a connection belongs to one thread at a time.
 *
 * <p>May depend on: {@code client.http}, {@code client.json}.
 *
 * <p>Read next: {@link io.holdfast.rig.wire.Wire}.
 */
@NullMarked
package io.holdfast.rig.wire;

import org.jspecify.annotations.NullMarked;
