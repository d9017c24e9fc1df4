/**
 * The contract of locks, pools and claims, as a program sees it through the client.
 *
 * <p>Owns: the tests that hold on one member, on three, and while the leader is killed.
 *
 * <p>Threading: the tests' own; clients are shared between threads.
 *
 * <p>May depend on: the client's public API, and servers as processes.
 *
 * <p>Read next: {@code ContractTest}.
 */
@NullMarked
package io.holdfast.client.contract;

import org.jspecify.annotations.NullMarked;
