/**
 * Owns: the dialect of entity locks: entities and their locks, the items of their collections, and
 * the check that reverse proxies ask for. Which entities there are and what their locks demand
 * comes from files, which {@code ManifestLoader} brings into the log.
 *
 * <p>Threading: handlers run on event loops, answers in the node's lane; nothing here keeps state.
 * May depend on: {@code io.holdfast.server.http}, {@code edge}, {@code config}, the node. Read
 * next: {@code EntitiesDialect}, then {@code Locks}, {@code Store} and {@code Check}.
 */
@NullMarked
package io.holdfast.server.entities;

import org.jspecify.annotations.NullMarked;
