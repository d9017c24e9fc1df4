/**
 * Owns: the claims API over HTTP: the claims on a resource, their lists, and watches. It decodes a
 * request into one command or read and encodes the result; it decides nothing.
 *
 * <p>Threading: handlers run on event loops; outcomes and answers may arrive on any thread, and are
 * written as JSON on the exchange's loop. May depend on: {@code core.bytes}, {@code core.command},
 * {@code core.event}, {@code core.outcome}, {@code core.query}, {@code core.value}, {@code log},
 * {@code log.engine}, {@code server.auth}, {@code server.edge}, {@code server.http},
 * {@code server.text}. Read next: {@code ClaimsDialect}, {@code ClaimHandlers}, {@code ClaimBody},
 * {@code Watches}.
 */
@NullMarked
package io.holdfast.server.claims;

import org.jspecify.annotations.NullMarked;
