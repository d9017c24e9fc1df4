/**
 * Owns: the data directory of one server apart from the log in it: its lock file, its identity,
 * which decides which log is valid, the index that was acknowledged before an orderly stop, and the
 * highest number that a process of the member has used.
 *
 * <p>Threading: the thread that opens or closes the log. May depend on: {@code log},
 * {@code log.storage}; Apache Ratis, for random ids. Read next: {@code Identity}, then
 * {@code DataDirectory}.
 */
@NullMarked
package io.holdfast.log.directory;

import org.jspecify.annotations.NullMarked;
