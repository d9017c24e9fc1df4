/**
 * Owns: the traces of requests, as spans of OpenTelemetry that are sent over OTLP. Nothing of it is
 * loaded unless an endpoint is configured.
 *
 * <p>Threading: spans begin and end on event loops and in the engine's lane; a thread of
 * OpenTelemetry's own sends them. May depend on: {@code core.event}, {@code core.value},
 * {@code log.engine}, {@code server.http}; OpenTelemetry. Read next: {@code Tracing}, then
 * {@code ReleaseLinks}.
 */
@NullMarked
package io.holdfast.server.trace;

import org.jspecify.annotations.NullMarked;
