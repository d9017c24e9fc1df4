/**
 * Commands for operators of a running server: backups and the members of a cluster.
 *
 * <p>Owns: {@code holdfast backup} and {@code holdfast cluster}.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code cli.common}.
 *
 * <p>Read next: {@code BackupCommand}.
 */
@NullMarked
package io.holdfast.cli.admin;

import org.jspecify.annotations.NullMarked;
