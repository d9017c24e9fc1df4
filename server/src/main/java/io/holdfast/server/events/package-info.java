/**
 * Owns: the stream of events, {@code GET /v1/events}: the last events of this member, and the
 * readers that follow them.
 *
 * <p>Threading: the lane adds events; each reader runs on the event loop of its connection. May
 * depend on: {@code core.event}, {@code core.value}, {@code log}, {@code log.engine},
 * {@code server.auth}, {@code server.edge}, {@code server.http}, {@code server.locks},
 * {@code server.text}. Read next: {@code EventBuffer}, then {@code EventStream}.
 */
@NullMarked
package io.holdfast.server.events;

import org.jspecify.annotations.NullMarked;
