/**
 * Owns: the routes that show resources of all APIs and the sessions of clients, and end grants and
 * sessions.
 *
 * <p>Threading: everything runs on the event loops. May depend on: {@code core.command},
 * {@code core.outcome}, {@code core.query}, {@code core.value}, {@code server.audit},
 * {@code server.auth}, {@code server.edge}, {@code server.http}, {@code server.locks},
 * {@code server.text}. Read next: {@code ResourceRoutes}, then {@code SessionRoutes}.
 */
@NullMarked
package io.holdfast.server.resources;

import org.jspecify.annotations.NullMarked;
