/**
 * Owns: the current usage of each tenant, and the check of its quota.
 *
 * <p>Threading: the machine's thread alone. All counts are derived from rows of other packages,
 * which report when a row is added or removed; none of them is written into a snapshot. May depend
 * on: {@code core.command}, {@code core.outcome}. Read next: {@code io.holdfast.core.resource}.
 */
@NullMarked
package io.holdfast.core.tenants;

import org.jspecify.annotations.NullMarked;
