/**
 * Owns: the claims contract over HTTP: the claims of a resource in their queue, their lists, and
 * watching one of them. It decodes a request into one command or read and encodes what comes of it;
 * it decides nothing.
 *
 * <p>Threading: handlers run on event loops; outcomes and answers arrive on whatever thread the
 * node runs, and are written as JSON on the exchange's loop. May depend on:
 * {@code io.holdfast.server.http}, {@code io.holdfast.server.edge}, the node and core's vocabulary.
 * Read next: {@code ClaimsDialect}, {@code ClaimHandlers}, {@code ClaimBody}, {@code Watches}.
 */
@NullMarked
package io.holdfast.server.claims;

import org.jspecify.annotations.NullMarked;
