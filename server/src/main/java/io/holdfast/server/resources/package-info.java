/**
 * Owns: the routes that act on a resource of any API by its name: breaking a grant.
 *
 * <p>Threading: handlers run on the event loops; outcomes arrive on the lane's thread. May depend
 * on: {@code core.command}, {@code core.outcome}, {@code core.value}, {@code server.auth},
 * {@code server.edge}, {@code server.http}, {@code server.locks}. Read next: {@code BreakRoute}.
 */
@NullMarked
package io.holdfast.server.resources;

import org.jspecify.annotations.NullMarked;
