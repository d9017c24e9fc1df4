/**
 * Owns: the audit log: who did what to which resource, when, from where, and what came of it.
 *
 * <p>Threading: whoever decides something hands over a small record, on the node's lane or an event
 * loop, and never waits; one thread of its own makes lines of them and writes. May depend on:
 * core's vocabulary, {@code log.node}, {@code ops.LogText}. Read next: {@code AuditRecord}, then
 * {@code AuditLog}.
 */
@NullMarked
package io.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;
