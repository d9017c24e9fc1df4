/**
 * Owns: how decisions last. {@code CommitLog} is the port; {@code MemoryLog} and {@code RaftLog}
 * stand behind it, and {@code Replica} is what they feed.
 *
 * <p>Threading: each implementation says which thread calls the replica; never two at once. May
 * depend on: {@code io.holdfast.core}. Read next: {@code io.holdfast.log.node}.
 */
@NullMarked
package io.holdfast.log;

import org.jspecify.annotations.NullMarked;
