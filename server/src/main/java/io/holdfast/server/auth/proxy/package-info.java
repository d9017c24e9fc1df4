/**
 * Persons whom a reverse proxy has asked who they are, and names in a header.
 *
 * <p>Owns: which addresses may name somebody, and what their headers mean. Threading: asked on
 * event loops; keeps nothing. May depend on: auth, edge. Read next:
 * {@link io.holdfast.server.auth.proxy.ProxyHeader}.
 */
@NullMarked
package io.holdfast.server.auth.proxy;

import org.jspecify.annotations.NullMarked;
