/**
 * Many waiting clients.
 *
 * <p>Owns: long polls over real connections, places in one long queue, and their memory.
 *
 * <p>Threading: one thread; all connections use one selector.
 *
 * <p>May depend on: {@code io.holdfast.rig.wire}, {@code io.holdfast.rig.process}.
 *
 * <p>Read next: {@link io.holdfast.rig.polls.PollsRun}.
 */
@NullMarked
package io.holdfast.rig.polls;

import org.jspecify.annotations.NullMarked;
