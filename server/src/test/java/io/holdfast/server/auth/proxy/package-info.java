/**
 * Tests names that a reverse proxy vouches for.
 *
 * <p>Owns: requests from trusted proxies and from impostors. Threading: that of each test. May
 * depend on: the server. Read next: {@link io.holdfast.server.auth.proxy.ProxyHeaderTest}.
 */
@NullMarked
package io.holdfast.server.auth.proxy;

import org.jspecify.annotations.NullMarked;
