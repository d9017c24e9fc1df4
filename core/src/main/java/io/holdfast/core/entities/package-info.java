/**
 * Owns: the rules of entity locks over the resource kernel: the set of entities, one lock at a time
 * on each, and their items, which a client may change if no other client's lock protects them.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes}, {@code core.codec},
 * {@code core.command}, {@code core.event}, {@code core.outcome}, {@code core.query},
 * {@code core.resource}, {@code core.state}, {@code core.tenants}, {@code core.value}. Read next:
 * {@code EntitiesBook}, then {@code Decision}.
 */
@NullMarked
package io.holdfast.core.entities;

import org.jspecify.annotations.NullMarked;
