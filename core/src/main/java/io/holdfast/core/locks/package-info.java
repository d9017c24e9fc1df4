/**
 * Owns: the rules of the locks contract over the kernel: locks, semaphores, places in line that are
 * collected later.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource},
 * {@code sessions}, {@code ledger}. Read next: {@code LocksBook}.
 */
@NullMarked
package io.holdfast.core.locks;

import org.jspecify.annotations.NullMarked;
