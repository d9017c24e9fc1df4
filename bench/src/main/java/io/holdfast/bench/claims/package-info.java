/**
 * The bench of the claims contract.
 *
 * <p>Owns: the realistic mix of requests at a rate of its own, the pairs of create and release, and
 * the search for the rate at which the slowest in a hundred are still quick.
 *
 * <p>Threading: one thread for each connection; what they count is safe from any.
 *
 * <p>May depend on: {@code servers}.
 *
 * <p>Read next: {@link io.holdfast.bench.claims.ClaimsBench}, then {@code OpenLoop} and
 * {@code Mix}.
 */
@NullMarked
package io.holdfast.bench.claims;

import org.jspecify.annotations.NullMarked;
