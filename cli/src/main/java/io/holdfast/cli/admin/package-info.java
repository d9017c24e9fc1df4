/**
 * Commands for operators: backups, certificates and the members of a cluster.
 *
 * <p>Owns: {@code holdfast backup}, {@code cert} and {@code cluster}.
 *
 * <p>Threading: one thread.
 *
 * <p>May depend on: {@code cli.common}, {@code client.json}.
 *
 * <p>Read next: {@code BackupCommand}.
 */
@NullMarked
package io.holdfast.cli.admin;

import org.jspecify.annotations.NullMarked;
