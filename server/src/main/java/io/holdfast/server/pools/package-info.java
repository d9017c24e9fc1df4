/**
 * Owns: the pools API over HTTP: pools of numbered slots under a secret UUID. It decodes a request
 * into one command and encodes the outcome; it decides nothing. A pool's UUID is a credential and
 * does not leave this package: below it, a pool has the name that {@code PoolNames} derives.
 *
 * <p>Threading: handlers run on event loops; outcomes may arrive on any thread. May depend on:
 * {@code core.command}, {@code core.outcome}, {@code core.query}, {@code core.value},
 * {@code server.config}, {@code server.edge}, {@code server.http}, {@code server.net}. Read next:
 * {@code PoolsDialect}, {@code Pools}, {@code Replies}.
 */
@NullMarked
package io.holdfast.server.pools;

import org.jspecify.annotations.NullMarked;
