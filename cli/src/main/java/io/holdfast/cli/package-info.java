/**
 * The Holdfast commands that send requests to a running server. Commands that start a server, or
 * work on its files, belong to the server module.
 *
 * <p>Owns: the command line and its output.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: picocli.
 *
 * <p>Read next: {@code Main}, then {@code BackupCommand}.
 */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
