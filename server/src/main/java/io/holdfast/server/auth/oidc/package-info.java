/**
 * Access tokens of an OpenID Connect issuer.
 *
 * <p>Owns: the validation of tokens, and the issuer's keys, which are fetched under strict limits.
 * Threading: tokens are validated on event loops; keys are fetched on a thread of their own, and
 * requests that wait for them are answered asynchronously. May depend on: auth, edge, the clock,
 * Vert.x's HTTP client, Nimbus for the formats of tokens and keys. Read next:
 * {@link io.holdfast.server.auth.oidc.OidcTokens}.
 */
@NullMarked
package io.holdfast.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
