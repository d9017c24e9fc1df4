/**
 * Users that a reverse proxy has authenticated and names in a header.
 *
 * <p>Owns: which addresses may name a user, and the meaning of their headers. Threading: called on
 * event loops; stateless. May depend on: {@code core.value}, {@code server.auth},
 * {@code server.net}. Read next: {@link io.holdfast.server.auth.proxy.ProxyHeader}.
 */
@NullMarked
package io.holdfast.server.auth.proxy;

import org.jspecify.annotations.NullMarked;
