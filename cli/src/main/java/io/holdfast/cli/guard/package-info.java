/**
 * The guard of {@code holdfast run}: a process of its own between the wrapper and the command. It
 * holds the deadline, so the command ends in time even if the wrapper is killed or stopped.
 *
 * <p>Owns: the command's processes, its process group and its use of the terminal.
 *
 * <p>Threading: {@code Guard} runs in the main thread; one thread reads orders and one waits for
 * children, and both only add events.
 *
 * <p>May depend on: the JDK alone, so that the guard starts fast.
 *
 * <p>Read next: {@code GuardMain}, then {@code Guard}; why it is built so is in
 * {@code docs/adr/0012-run-guard.md}.
 */
@NullMarked
package io.holdfast.cli.guard;

import org.jspecify.annotations.NullMarked;
