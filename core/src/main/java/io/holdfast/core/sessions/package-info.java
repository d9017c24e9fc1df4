/**
 * Owns: sessions, the identities that hold grants and wait, and their ties to member processes.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes},
 * {@code core.command}, {@code core.event}, {@code core.ledger}, {@code core.outcome},
 * {@code core.query}, {@code core.resource}, {@code core.state}, {@code core.tenants},
 * {@code core.value}. Read next: {@code io.holdfast.core.locks}.
 */
@NullMarked
package io.holdfast.core.sessions;

import org.jspecify.annotations.NullMarked;
