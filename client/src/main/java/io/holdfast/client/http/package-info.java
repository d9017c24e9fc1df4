/**
 * Requests to the members of a cluster over HTTP, with retries and failover.
 *
 * <p>Owns: the connections, the choice of the member, request ids, deadlines and the thread that
 * schedules.
 *
 * <p>Threading: safe to share between threads. No lock is held during I/O or user code.
 *
 * <p>May depend on: {@code client.json}. Not part of the client's public API.
 *
 * <p>Read next: {@code Call}.
 */
@NullMarked
package io.holdfast.client.http;

import org.jspecify.annotations.NullMarked;
