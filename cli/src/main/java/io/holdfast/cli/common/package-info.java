/**
 * What all commands share: settings from flags, environment and profile, requests to the server,
 * exit codes, tables and help.
 *
 * <p>Owns: the form of the command line and of its output.
 *
 * <p>Threading: one thread, besides those of the client.
 *
 * <p>May depend on: {@code client}, {@code client.http}, {@code client.json}, picocli.
 *
 * <p>Read next: {@code Command}, then {@code ServerFlags} and {@code ExitCode}.
 */
@NullMarked
package io.holdfast.cli.common;

import org.jspecify.annotations.NullMarked;
