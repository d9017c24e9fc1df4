/** Tests each authenticator on its own and in a whole server. */
@NullMarked
package io.holdfast.server.auth;

import org.jspecify.annotations.NullMarked;
