/**
 * Owns: the entities API over HTTP: entities and their locks, the items of their collections, and
 * the lock check for reverse proxies. Entities and their lock rules come from files, which
 * {@code ManifestLoader} writes to the log.
 *
 * <p>Threading: handlers run on event loops, answers on the engine's lane; nothing here keeps
 * state. May depend on: {@code core.bytes}, {@code core.command}, {@code core.outcome},
 * {@code core.query}, {@code core.value}, {@code log.engine}, {@code server.auth},
 * {@code server.config}, {@code server.edge}, {@code server.http}, {@code server.text}. Read next:
 * {@code EntitiesDialect}, then {@code Locks}, {@code Store} and {@code Check}.
 */
@NullMarked
package io.holdfast.server.entities;

import org.jspecify.annotations.NullMarked;
