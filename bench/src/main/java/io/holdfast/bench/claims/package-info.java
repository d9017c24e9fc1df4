/**
 * The benchmark of the claims API.
 *
 * <p>Owns: the realistic mix of requests at a fixed rate, the pairs of create and release, and the
 * search for the highest rate with an acceptable p99.
 *
 * <p>Threading: one thread for each connection; their counters are thread-safe.
 *
 * <p>May depend on: {@code bench.command}, {@code bench.load}, {@code bench.rows}.
 *
 * <p>Read next: {@link io.holdfast.bench.claims.ClaimsBench}, then {@code OpenLoop} and
 * {@code Mix}.
 */
@NullMarked
package io.holdfast.bench.claims;

import org.jspecify.annotations.NullMarked;
