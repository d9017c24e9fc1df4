/**
 * Owns: the rules of claims over the resource kernel. A claim is the holder of its own grant or the
 * one place in line; when it is over it stays as history, until age, number or room end that.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource} and
 * {@code state}. Read next: {@code ClaimsBook}, then {@code ClaimsTenant}, which has the indexes.
 */
@NullMarked
package io.holdfast.core.claims;

import org.jspecify.annotations.NullMarked;
