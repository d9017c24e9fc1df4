/**
 * Owns: the rules of the locks API over the kernel: locks, semaphores and two-phase requests, which
 * are enqueued first and collected later.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes},
 * {@code core.command}, {@code core.event}, {@code core.ledger}, {@code core.outcome},
 * {@code core.resource}, {@code core.sessions}, {@code core.state}, {@code core.tenants},
 * {@code core.value}. Read next: {@code LocksBook}.
 */
@NullMarked
package io.holdfast.core.locks;

import org.jspecify.annotations.NullMarked;
