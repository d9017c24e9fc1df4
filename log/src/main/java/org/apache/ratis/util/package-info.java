/**
 * Owns: classes of our own that stand before those of Ratis with the same name, each with the
 * reason for it. Run on Ratis's threads. May depend on {@code io.holdfast.log.raft}.
 */
@NullMarked
package org.apache.ratis.util;

import org.jspecify.annotations.NullMarked;
