/**
 * Owns: the calls and where their answers go, and the remembered outcomes, so that a retry with the
 * same request id has no second effect.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes}, {@code core.codec},
 * {@code core.command}, {@code core.outcome}, {@code core.state}, {@code core.value}. Read next:
 * {@code io.holdfast.core.resource.Kernel}.
 */
@NullMarked
package io.holdfast.core.ledger;

import org.jspecify.annotations.NullMarked;
