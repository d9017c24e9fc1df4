/**
 * Owns: the nodes API over HTTP: nodes as markdown or JSON, their edges, the queue, and leases.
 * {@code Identities} identifies the caller. Changed texts are composed here, because the machine
 * never parses a text.
 *
 * <p>Threading: handlers run on the event loops; outcomes and answers arrive on the engine's lane
 * and are encoded on the request's event loop. May depend on: {@code core.bytes},
 * {@code core.command}, {@code core.outcome}, {@code core.query}, {@code core.value}, {@code log},
 * {@code log.engine}, {@code server.auth}, {@code server.edge}, {@code server.http},
 * {@code server.text}. Read next: {@code NodesDialect}, {@code LeaseHandlers}, {@code FrontMatter}.
 */
@NullMarked
package io.holdfast.server.nodes;

import org.jspecify.annotations.NullMarked;
