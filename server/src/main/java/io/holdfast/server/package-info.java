/**
 * Owns: the server process and its listeners. {@code Main} reads the command line, {@code Server}
 * puts the parts together; the parts are the packages below.
 *
 * <p>Threading: starts and stops on the calling thread; each part documents its own threads. May
 * depend on: {@code io.holdfast.log} and {@code io.holdfast.core}. Read next:
 * {@code io.holdfast.server.http}, then {@code io.holdfast.server.locks}.
 */
@NullMarked
package io.holdfast.server;

import org.jspecify.annotations.NullMarked;
