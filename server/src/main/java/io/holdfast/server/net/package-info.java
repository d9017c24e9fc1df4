/**
 * Owns: the parts that the HTTP listener and the line protocol share: event loops, binding and TLS,
 * connection limits, connection input and output, and deadlines.
 *
 * <p>Threading: a connection belongs to one event loop, and all its work runs there. May depend on:
 * Netty and Vert.x. Read next: {@code Link}, then {@code Listener}.
 */
@NullMarked
package io.holdfast.server.net;

import org.jspecify.annotations.NullMarked;
