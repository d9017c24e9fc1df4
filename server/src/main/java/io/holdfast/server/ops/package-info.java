/**
 * Owns: the operator's view: health, readiness, metrics and logs.
 *
 * <p>Threading: metrics are recorded by any thread without a lock and may be read by any thread;
 * logs may be written by any thread. May depend on: {@code server.http}, core's vocabulary,
 * Micrometer, Logback. Read next: {@code Metrics}, {@code OpsRoutes}, {@code LogConfigurator}.
 */
@NullMarked
package io.holdfast.server.ops;

import org.jspecify.annotations.NullMarked;
