/**
 * Owns: the line protocol of the locks API over TCP: three lines in, one line out. A connection is
 * a session of the machine; it sends the same commands as HTTP, and its waiters stand in the same
 * queues.
 *
 * <p>Threading: a connection lives on one event loop. May depend on:
 * {@code io.holdfast.server.net}, {@code io.holdfast.server.locks},
 * {@code io.holdfast.server.edge}, core's vocabulary and the engine. Read next: {@code LineParser},
 * {@code LineRequest}, {@code LineConnection}.
 */
@NullMarked
package io.holdfast.server.line;

import org.jspecify.annotations.NullMarked;
