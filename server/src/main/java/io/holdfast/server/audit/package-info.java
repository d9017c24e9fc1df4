/**
 * Owns: the audit log: who did what to which resource, when, from where, and with which outcome.
 *
 * <p>Threading: the engine's lane or an event loop hands over a small record and never waits; one
 * thread of its own renders and writes the lines. May depend on: {@code core.command},
 * {@code core.outcome}, {@code core.value}, {@code log.engine}, {@code server.ops},
 * {@code server.text}. Read next: {@code AuditRecord}, then {@code AuditLog}.
 */
@NullMarked
package io.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;
