/** Owns: the shared test fixtures: a server on real sockets with a fake clock, and a client. */
@NullMarked
package io.holdfast.server;

import org.jspecify.annotations.NullMarked;
