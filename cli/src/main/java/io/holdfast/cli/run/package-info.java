/**
 * {@code holdfast run}: holds a lock, a semaphore's slot or a pool's slot while a command runs.
 *
 * <p>Owns: the wrapper process. The command's own processes belong to the guard.
 *
 * <p>Threading: {@code Supervisor} runs in the main thread. Signals, reports of the guard and
 * losses arrive on other threads, which only add events.
 *
 * <p>May depend on: {@code cli.common}, {@code cli.guard}, {@code client}, picocli.
 *
 * <p>Read next: {@code RunCommand}, then {@code Supervisor}.
 */
@NullMarked
package io.holdfast.cli.run;

import org.jspecify.annotations.NullMarked;
