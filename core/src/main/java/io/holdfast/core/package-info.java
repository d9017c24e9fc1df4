/**
 * Owns: the state machine, which decides the effect of every command.
 *
 * <p>Threading: one thread at a time; nothing here knows about threads. May depend on:
 * {@code core.bytes}, {@code core.claims}, {@code core.codec}, {@code core.command},
 * {@code core.entities}, {@code core.event}, {@code core.ledger}, {@code core.locks},
 * {@code core.nodes}, {@code core.outcome}, {@code core.pools}, {@code core.query},
 * {@code core.resource}, {@code core.sessions}, {@code core.state}, {@code core.tenants},
 * {@code core.value}. Read next: {@code Machine}, then {@code resource.Kernel}, then
 * {@code locks.LocksBook}.
 */
@NullMarked
package io.holdfast.core;

import org.jspecify.annotations.NullMarked;
