/**
 * Commands that take and give back what outlives them: locks, slots of pools, claims and work
 * nodes.
 *
 * <p>Owns: {@code holdfast lock}, {@code unlock}, {@code renew}, {@code borrow}, {@code return},
 * {@code claim} and {@code node}.
 *
 * <p>Threading: one thread, besides those of the client.
 *
 * <p>May depend on: {@code cli.common}, {@code client}, {@code client.http}, {@code client.json},
 * picocli.
 *
 * <p>Read next: {@code LockCommand}, then {@code LocksApi}.
 */
@NullMarked
package io.holdfast.cli.hold;

import org.jspecify.annotations.NullMarked;
