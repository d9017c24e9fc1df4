/**
 * Owns: what the HTTP listener and the line protocol share: event loops, binding and TLS, how many
 * connections are let in, the bytes of a connection on their way in and out, and deadlines.
 *
 * <p>Threading: a connection lives on one event loop, and everything about it happens there. May
 * depend on: Netty and Vert.x; never on a protocol. Read next: {@code Link}, then {@code Listener}.
 */
@NullMarked
package io.holdfast.server.net;

import org.jspecify.annotations.NullMarked;
