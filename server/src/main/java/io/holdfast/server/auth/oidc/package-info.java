/**
 * Access tokens of an OpenID Connect issuer.
 *
 * <p>Owns: the validation of tokens, and the issuer's keys, which are fetched under strict limits.
 * Threading: tokens are validated on event loops; keys are fetched on a thread of their own, and
 * requests that wait for them are answered asynchronously. May depend on: {@code core.value},
 * {@code log}, {@code server.auth}, {@code server.net}; Vert.x's HTTP client, and Nimbus for the
 * formats of tokens and keys. Read next: {@link io.holdfast.server.auth.oidc.OidcTokens}.
 */
@NullMarked
package io.holdfast.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
