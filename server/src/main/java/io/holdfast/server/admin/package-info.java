/**
 * Owns: the operator's actions on a running server: backups, and the members of its group; and the
 * route that tells a client who it is.
 *
 * <p>Threading: handlers run on the event loops; a backup's pieces are made in the engine's lane
 * and handed over under a lock of their own. May depend on: {@code log}, {@code log.backup},
 * {@code log.engine}, {@code server.audit}, {@code server.auth}, {@code server.http},
 * {@code server.text}. Read next: {@code BackupRoute}.
 */
@NullMarked
package io.holdfast.server.admin;

import org.jspecify.annotations.NullMarked;
