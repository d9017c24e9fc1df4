/**
 * Owns: how the world speaks with the machine. {@code Main} reads the command line, {@code Server}
 * puts the parts together; the parts are the packages below.
 *
 * <p>Threading: starts and stops on the thread that calls; what runs in between says so itself. May
 * depend on: {@code io.holdfast.log} and {@code io.holdfast.core}. Read next:
 * {@code io.holdfast.server.http}, then {@code io.holdfast.server.locks}.
 */
@NullMarked
package io.holdfast.server;

import org.jspecify.annotations.NullMarked;
