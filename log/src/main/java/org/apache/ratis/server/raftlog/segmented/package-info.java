/**
 * Owns: classes of our own that stand before those of Ratis with the same name, each with the
 * reason for it. Run on the thread that writes the log. May depend on {@code io.holdfast.log.raft}.
 */
@NullMarked
package org.apache.ratis.server.raftlog.segmented;

import org.jspecify.annotations.NullMarked;
