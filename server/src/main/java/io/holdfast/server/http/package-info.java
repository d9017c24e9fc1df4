/**
 * Owns: the HTTP/1.1 listener: reading requests strictly, the table of routes, what stands before a
 * handler (CORS, metrics, rate limit, authentication), writing replies, and every limit on them.
 *
 * <p>Threading: a connection lives on one event loop, and so do its exchanges; handlers are called
 * there and must not block. Only the methods of {@link io.holdfast.server.http.Exchange} that say
 * so may be called from other threads. May depend on: Netty, Vert.x, core's vocabulary; never on a
 * dialect. Read next: {@code Exchange}, {@code RouteTable}, {@code Connection}.
 */
@NullMarked
package io.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
