/**
 * The Holdfast commands that use a running server. Commands that start a server, or work on its
 * files, belong to the server module.
 *
 * <p>Owns: the list of commands, and which of them a command line means.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code cli.admin}, {@code cli.bench}, {@code cli.common}, {@code cli.guard},
 * {@code cli.hold}, {@code cli.look}, {@code cli.run}, picocli.
 *
 * <p>Read next: {@code Main}, then {@code cli.common}.
 */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
