/**
 * Owns: every setting of the server: its name as a flag, in the environment and in the file, its
 * default, what it may be, and what it is for. One list ({@code Setting}) feeds the parser, the
 * help and the checks.
 *
 * <p>Threading: runs once, on the thread that starts the server; what it returns is immutable. May
 * depend on: {@code io.holdfast.core.command} for the ceilings, picocli and the YAML reader. Read
 * next: {@code io.holdfast.server.Main}.
 */
@NullMarked
package io.holdfast.server.config;

import org.jspecify.annotations.NullMarked;
