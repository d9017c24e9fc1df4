/**
 * Groups under load and under faults.
 *
 * <p>Owns: campaigns of faults with their verdicts, the time that a new leader takes, the search
 * for followers that do not follow, and the page with the results.
 *
 * <p>Threading: one thread drives the group and its faults; one thread for each client.
 *
 * <p>May depend on: everything else in the rig.
 *
 * <p>Read next: {@link io.holdfast.rig.cluster.ClusterRun}.
 */
@NullMarked
package io.holdfast.rig.cluster;

import org.jspecify.annotations.NullMarked;
