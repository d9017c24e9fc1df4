/**
 * The command line of Holdfast.
 *
 * <p>Owns: what a person types, and what is printed in answer.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: the client and the flag parser; nothing of the server's inside.
 *
 * <p>Read next: {@code io.holdfast.client}.
 */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
