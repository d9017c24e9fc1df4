/**
 * Owns: the locks of Terraform's and OpenTofu's HTTP backend. A lock is a claim that never waits,
 * and its user data are the lock's LockInfo. States are stored elsewhere.
 *
 * <p>Threading: everything runs on the event loops. May depend on: {@code core.bytes},
 * {@code core.command}, {@code core.outcome}, {@code core.query}, {@code core.value},
 * {@code server.auth}, {@code server.config}, {@code server.edge}, {@code server.http},
 * {@code server.locks}, {@code server.text}. Read next: {@code TerraformDialect}, then
 * {@code StateLocks}.
 */
@NullMarked
package io.holdfast.server.terraform;

import org.jspecify.annotations.NullMarked;
