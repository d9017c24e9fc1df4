/**
 * Owns: the rules of the locks API over the kernel: locks, semaphores and two-phase requests, which
 * are enqueued first and collected later.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource},
 * {@code sessions}, {@code ledger}. Read next: {@code LocksBook}.
 */
@NullMarked
package io.holdfast.core.locks;

import org.jspecify.annotations.NullMarked;
