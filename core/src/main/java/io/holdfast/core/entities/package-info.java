/**
 * Owns: the rules of entity locks over the resource kernel: which entities there are, one lock on
 * each at a time, and their items, which only those may change whom no lock keeps out.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource},
 * {@code state} and {@code snapshot}. Read next: {@code EntitiesBook}, then {@code Decision}.
 */
@NullMarked
package io.holdfast.core.entities;

import org.jspecify.annotations.NullMarked;
