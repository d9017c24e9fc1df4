/**
 * Owns: what each tenant has at this moment, and whether its quota has room for more.
 *
 * <p>Threading: the machine's thread alone. Everything here is derived from rows of other packages,
 * which say when one comes or goes; nothing of it is written into a snapshot. May depend on: the
 * vocabulary and {@code io.holdfast.core.state}. Read next: {@code io.holdfast.core.resource}.
 */
@NullMarked
package io.holdfast.core.tenants;

import org.jspecify.annotations.NullMarked;
