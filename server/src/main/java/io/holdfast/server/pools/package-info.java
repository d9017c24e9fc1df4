/**
 * Owns: the pools contract over HTTP: pools of numbered slots under a secret UUID. It decodes a
 * request into one command and encodes the outcome; it decides nothing. A pool's UUID is a
 * credential and goes no further than this package: below it, a pool is known by what
 * {@code PoolNames} makes of it.
 *
 * <p>Threading: handlers run on event loops; outcomes arrive on whatever thread the node runs. May
 * depend on: {@code io.holdfast.server.http}, {@code io.holdfast.server.edge},
 * {@code io.holdfast.server.config}, the node and core's vocabulary. Read next:
 * {@code PoolsDialect}, {@code Pools}, {@code Replies}.
 */
@NullMarked
package io.holdfast.server.pools;

import org.jspecify.annotations.NullMarked;
