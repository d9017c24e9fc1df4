/**
 * Many waiting clients.
 *
 * <p>Owns: long polls over real connections, places in one long queue, and their memory.
 *
 * <p>Threading: one thread, and the threads of the Java client, which queue the answers.
 *
 * <p>May depend on: {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.polls.PollsRun}.
 */
@NullMarked
package io.holdfast.rig.polls;

import org.jspecify.annotations.NullMarked;
