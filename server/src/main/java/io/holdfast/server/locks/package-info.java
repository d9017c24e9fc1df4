/**
 * Owns: the locks contract over HTTP: sessions, locks, semaphores and their statistics. It decodes
 * a request into one command and encodes the outcome; it decides nothing.
 *
 * <p>Threading: handlers run on event loops; outcomes arrive on whatever thread the node runs. May
 * depend on: {@code io.holdfast.server.http}, {@code io.holdfast.server.edge}, the node and core's
 * vocabulary. Read next: {@code LocksDialect}, {@code LockHandler}, {@code LockCall}.
 */
@NullMarked
package io.holdfast.server.locks;

import org.jspecify.annotations.NullMarked;
