/**
 * Owns: the way of a request to the engine and back ({@code Requests}), and what every API needs
 * for it: request ids from {@code Idempotency-Key}, random bits, ids and tokens in hexadecimal,
 * UUIDs, display names, calls whose client may disconnect.
 *
 * <p>Threading: stateless, or one state for each thread. May depend on: {@code core.command},
 * {@code core.outcome}, {@code core.query}, {@code core.value}, {@code log.engine},
 * {@code server.http}, {@code server.text}. Read next: {@code io.holdfast.server.locks}.
 */
@NullMarked
package io.holdfast.server.edge;

import org.jspecify.annotations.NullMarked;
