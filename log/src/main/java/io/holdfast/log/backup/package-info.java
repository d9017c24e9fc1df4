/**
 * Owns: the backup of the whole state in one file, its format, and the restore into a new data
 * directory.
 *
 * <p>Threading: a backup is written on the thread that receives the engine's pieces, one at a time;
 * reading and restoring run on the calling thread. May depend on: {@code core},
 * {@code core.command}, {@code core.ledger}, {@code core.value}, {@code log}, {@code log.engine},
 * {@code log.journal}. Read next: {@code BackupWriter}, then {@code Restore}.
 */
@NullMarked
package io.holdfast.log.backup;

import org.jspecify.annotations.NullMarked;
