/** Owns: what the server's proofs share: a server on real sockets under a fake clock, a client. */
@NullMarked
package io.holdfast.server;

import org.jspecify.annotations.NullMarked;
