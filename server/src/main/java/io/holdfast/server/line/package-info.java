/**
 * Owns: the line protocol of the locks API over TCP: three lines in, one line out. A connection is
 * a session of the machine; it sends the same commands as HTTP, and its waiters stand in the same
 * queues.
 *
 * <p>Threading: a connection lives on one event loop. May depend on: {@code core.command},
 * {@code core.outcome}, {@code core.query}, {@code core.value}, {@code log.engine},
 * {@code server.auth}, {@code server.edge}, {@code server.http}, {@code server.locks},
 * {@code server.net}, {@code server.text}. Read next: {@code LineParser}, {@code LineRequest},
 * {@code LineConnection}.
 */
@NullMarked
package io.holdfast.server.line;

import org.jspecify.annotations.NullMarked;
