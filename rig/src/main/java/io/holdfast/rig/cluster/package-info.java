/**
 * Clusters under load and under faults.
 *
 * <p>Owns: fault campaigns with their verdicts, failover times, the search for idle followers, and
 * the page with the results.
 *
 * <p>Threading: one thread drives the cluster and its faults; one thread for each client.
 *
 * <p>May depend on: {@code rig.fault}, {@code rig.group}, {@code rig.history}, {@code rig.process},
 * {@code rig.speak}, {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.cluster.ClusterRun}.
 */
@NullMarked
package io.holdfast.rig.cluster;

import org.jspecify.annotations.NullMarked;
