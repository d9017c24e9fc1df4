/**
 * Owns: the locks API over HTTP: sessions, locks, semaphores and their statistics. It decodes a
 * request into one command and encodes the outcome; it decides nothing.
 *
 * <p>Threading: handlers run on event loops; outcomes may arrive on any thread. May depend on:
 * {@code core.command}, {@code core.outcome}, {@code core.query}, {@code core.value},
 * {@code log.engine}, {@code server.auth}, {@code server.edge}, {@code server.http},
 * {@code server.text}. Read next: {@code LocksDialect}, {@code LockHandler}, {@code LockCall}.
 */
@NullMarked
package io.holdfast.server.locks;

import org.jspecify.annotations.NullMarked;
