/**
 * Owns: the HTTP/1.1 listener: strict request parsing, the route table, the checks before a handler
 * (CORS, metrics, rate limit, authentication), replies, and all their limits.
 *
 * <p>Threading: a connection and its exchanges belong to one event loop; handlers are called there
 * and must not block. Only the methods of {@link io.holdfast.server.http.Exchange} that say so may
 * be called from other threads. May depend on: {@code core.outcome}, {@code core.value},
 * {@code server.auth}, {@code server.net}, {@code server.text}; Netty and Vert.x. Read next:
 * {@code Exchange}, {@code RouteTable}, {@code Connection}.
 */
@NullMarked
package io.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
