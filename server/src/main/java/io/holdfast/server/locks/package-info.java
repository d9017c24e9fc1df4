/**
 * Owns: the locks API over HTTP: sessions, locks, semaphores and their statistics. It decodes a
 * request into one command and encodes the outcome; it decides nothing.
 *
 * <p>Threading: handlers run on event loops; outcomes may arrive on any thread. May depend on:
 * {@code io.holdfast.server.http}, {@code io.holdfast.server.edge}, the engine and core's
 * vocabulary. Read next: {@code LocksDialect}, {@code LockHandler}, {@code LockCall}.
 */
@NullMarked
package io.holdfast.server.locks;

import org.jspecify.annotations.NullMarked;
