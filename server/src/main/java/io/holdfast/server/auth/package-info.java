/**
 * Authentication: principals, their roles, and the credentials of clients.
 *
 * <p>Owns: the vocabulary of identity, and one authenticator for each kind of credential.
 * Threading: authenticators are called on event loops and never block; a slow one answers
 * asynchronously, and the next ones in the chain are then called on the thread that completed it.
 * May depend on: {@code core.value}, {@code server.net}. Read next:
 * {@link io.holdfast.server.auth.Authenticators}.
 */
@NullMarked
package io.holdfast.server.auth;

import org.jspecify.annotations.NullMarked;
