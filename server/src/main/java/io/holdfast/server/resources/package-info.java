/**
 * Owns: the routes that show resources of all APIs, and break their grants.
 *
 * <p>Threading: everything runs on the event loops. May depend on: {@code core.command},
 * {@code core.outcome}, {@code core.query}, {@code core.value}, {@code server.auth},
 * {@code server.edge}, {@code server.http}, {@code server.locks}. Read next:
 * {@code ResourceRoutes}.
 */
@NullMarked
package io.holdfast.server.resources;

import org.jspecify.annotations.NullMarked;
