/**
 * Owns: the rules of claims over the resource kernel. A claim is the holder of its own grant or
 * waiter. A finished claim stays as history until a limit of age, number or size removes it.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes},
 * {@code core.command}, {@code core.event}, {@code core.ledger}, {@code core.outcome},
 * {@code core.query}, {@code core.resource}, {@code core.state}, {@code core.tenants},
 * {@code core.value}. Read next: {@code ClaimsBook}, then {@code ClaimsTenant}, which has the
 * indexes.
 */
@NullMarked
package io.holdfast.core.claims;

import org.jspecify.annotations.NullMarked;
