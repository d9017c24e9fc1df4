/**
 * Tests access tokens against an issuer in the same process.
 *
 * <p>Owns: the issuer. Threading: that of each test; the issuer answers on its own thread. May
 * depend on: the server, Nimbus for signing. Read next:
 * {@link io.holdfast.server.auth.oidc.Issuer}.
 */
@NullMarked
package io.holdfast.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
