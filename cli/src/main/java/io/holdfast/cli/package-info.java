/**
 * The command line of Holdfast: whatever asks a running server. What starts one, or works on its
 * files, is the server's own.
 *
 * <p>Owns: what a person types, and what is printed in answer.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: the client and the flag parser; nothing of the server's inside.
 *
 * <p>Read next: {@code Main}, then {@code BackupCommand}.
 */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
