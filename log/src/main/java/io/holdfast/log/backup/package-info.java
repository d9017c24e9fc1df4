/**
 * Owns: the backup of a whole state as one file, its format, and the way back into a fresh data
 * directory.
 *
 * <p>Threading: a backup is written by whoever takes the node's pieces, one at a time; reading and
 * restoring happen on the thread that asks. May depend on: {@code io.holdfast.core},
 * {@code io.holdfast.log.node} and {@code io.holdfast.log.raft}. Read next: {@code BackupWriter},
 * then {@code Restore}.
 */
@NullMarked
package io.holdfast.log.backup;

import org.jspecify.annotations.NullMarked;
