/**
 * Access tokens of an OpenID Connect issuer: signed statements of who somebody is.
 *
 * <p>Owns: which tokens are believed, and the issuer's keys, which are fetched under strict limits.
 * Threading: tokens are judged on event loops; keys are fetched on a thread of their own, and
 * whoever waits for them hears later. May depend on: auth, edge, the clock, Vert.x's HTTP client,
 * Nimbus for the forms of tokens and keys. Read next:
 * {@link io.holdfast.server.auth.oidc.OidcTokens}.
 */
@NullMarked
package io.holdfast.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
