/**
 * Owns: the server process and its listeners. {@code Main} reads the command line, {@code Server}
 * puts the parts together; the parts are the packages below.
 *
 * <p>Threading: starts and stops on the calling thread; each part documents its own threads. May
 * depend on: {@code core.command}, {@code core.event}, {@code core.query}, {@code core.value},
 * {@code log}, {@code log.backup}, {@code log.engine}, {@code log.journal}, {@code log.raft},
 * {@code server.admin}, {@code server.audit}, {@code server.auth}, {@code server.auth.oidc},
 * {@code server.auth.proxy}, {@code server.claims}, {@code server.config},
 * {@code server.dashboard}, {@code server.edge}, {@code server.entities}, {@code server.events},
 * {@code server.http}, {@code server.line}, {@code server.locks}, {@code server.net},
 * {@code server.nodes}, {@code server.openapi}, {@code server.ops}, {@code server.pools},
 * {@code server.resources}, {@code server.terraform}, {@code server.trace}. Read next:
 * {@code io.holdfast.server.http}, then {@code io.holdfast.server.locks}.
 */
@NullMarked
package io.holdfast.server;

import org.jspecify.annotations.NullMarked;
