/**
 * Who asks: principals, their roles, and the ways in which a client shows who it is.
 *
 * <p>Owns: the vocabulary of identity, and one authenticator for each kind of credential.
 * Threading: authenticators are asked on event loops and never block; what takes time answers
 * later, and those behind it in the chain are then asked on the thread that answered. May depend
 * on: core, {@code config} and {@code net}. Read next:
 * {@link io.holdfast.server.auth.Authenticators}.
 */
@NullMarked
package io.holdfast.server.auth;

import org.jspecify.annotations.NullMarked;
