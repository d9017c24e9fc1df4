/**
 * Owns: every setting of the server: its name as a flag, in the environment and in the file, its
 * default, its valid values, and its description. One list ({@code Setting}) feeds the parser, the
 * help and the checks.
 *
 * <p>Threading: runs once, on the thread that starts the server; its results are immutable. May
 * depend on: {@code core.bytes}, {@code core.command}, {@code core.value}, {@code log},
 * {@code log.raft}, {@code server.auth}, {@code server.auth.oidc}, {@code server.auth.proxy},
 * {@code server.net}, {@code server.text}; picocli and the YAML reader. Read next:
 * {@code io.holdfast.server.Main}.
 */
@NullMarked
package io.holdfast.server.config;

import org.jspecify.annotations.NullMarked;
