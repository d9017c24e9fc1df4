/**
 * Owns: the locks contract's line protocol over TCP: three lines in, one line out. A connection is
 * a session of the machine; its commands are those that HTTP sends, and stand in the same lines.
 *
 * <p>Threading: a connection lives on one event loop. May depend on:
 * {@code io.holdfast.server.net}, {@code io.holdfast.server.locks},
 * {@code io.holdfast.server.edge}, core's vocabulary and the node. Read next: {@code LineParser},
 * {@code LineRequest}, {@code LineConnection}.
 */
@NullMarked
package io.holdfast.server.line;

import org.jspecify.annotations.NullMarked;
