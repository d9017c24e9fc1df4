/**
 * Owns: replacements for Ratis classes of the same name, each with its reason. Run on the thread
 * that writes the log. May depend on {@code io.holdfast.log.storage}.
 */
@NullMarked
package org.apache.ratis.server.raftlog.segmented;

import org.jspecify.annotations.NullMarked;
