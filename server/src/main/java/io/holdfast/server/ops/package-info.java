/**
 * Owns: the operator's view: health, readiness, metrics and logs.
 *
 * <p>Threading: metrics are recorded by any thread without a lock and may be read by any thread;
 * logs may be written by any thread. May depend on: {@code core.event}, {@code core.query},
 * {@code core.value}, {@code log}, {@code server.auth}, {@code server.http}, {@code server.line},
 * {@code server.net}, {@code server.text}; Micrometer and Logback. Read next: {@code Metrics},
 * {@code OpsRoutes}, {@code LogConfigurator}.
 */
@NullMarked
package io.holdfast.server.ops;

import org.jspecify.annotations.NullMarked;
