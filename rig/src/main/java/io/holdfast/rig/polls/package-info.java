/**
 * Many who wait at once.
 *
 * <p>Owns: long polls over real connections, places in one long line, and the memory they cost.
 *
 * <p>Threading: one thread; all connections hang on one selector.
 *
 * <p>May depend on: {@code io.holdfast.rig.wire}, {@code io.holdfast.rig.process}.
 *
 * <p>Read next: {@link io.holdfast.rig.polls.PollsRun}.
 */
@NullMarked
package io.holdfast.rig.polls;

import org.jspecify.annotations.NullMarked;
