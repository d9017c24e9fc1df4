/**
 * Workers on work nodes, while the server under them is killed and started again.
 *
 * <p>Owns: what was acknowledged to whom, and that all of it is there after each restart.
 *
 * <p>Threading: one thread for each worker; what they share is safe from any.
 *
 * <p>May depend on: {@code rig.load}, {@code rig.process}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.nodes.NodesRun}, {@code Worker}, {@code Acknowledged}.
 */
@NullMarked
package io.holdfast.rig.nodes;

import org.jspecify.annotations.NullMarked;
