/**
 * Clients of claims that behave as the original's client does, while the server under them is
 * killed and started again.
 *
 * <p>Owns: what such a client may expect, and what it must never see.
 *
 * <p>Threading: one thread for each client; what they share is safe from any.
 *
 * <p>May depend on: {@code rig.load}, {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.claims.ClaimsRun}, {@code ScriptedClient}.
 */
@NullMarked
package io.holdfast.rig.claims;

import org.jspecify.annotations.NullMarked;
