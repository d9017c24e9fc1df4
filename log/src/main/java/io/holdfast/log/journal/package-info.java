/**
 * Owns: the durable log of a single server. {@code JournalLog} is the log, {@code Journal} appends
 * records to segments that are written with zeros ahead of use, {@code Recovery} reads them after a
 * start, and {@code JournalFiles} is the disk, which tests replace.
 *
 * <p>Threading: one thread writes, syncs and calls the replica; the thread that opens the log
 * replays it. Segments are prepared on a separate thread. May depend on: {@code core.bytes},
 * {@code core.codec}, {@code core.command}, {@code log}, {@code log.directory},
 * {@code log.snapshot}, {@code log.storage}. Read next: {@code RecordFormat}, then {@code Journal}.
 */
@NullMarked
package io.holdfast.log.journal;

import org.jspecify.annotations.NullMarked;
