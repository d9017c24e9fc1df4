/**
 * Owns: what is done to a resource of any API by its name: breaking a grant.
 *
 * <p>Threading: handlers run on the event loops; outcomes come on the lane's thread. May depend on:
 * {@code server.locks}, whose error shape these routes have, {@code server.edge},
 * {@code server.http}, {@code io.holdfast.log}. Read next: {@code BreakRoute}.
 */
@NullMarked
package io.holdfast.server.resources;

import org.jspecify.annotations.NullMarked;
