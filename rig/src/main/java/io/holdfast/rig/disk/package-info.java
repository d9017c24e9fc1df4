/**
 * Owns: the run that fills members' disks. Runs on the rig's main thread. May depend on:
 * {@code rig.fault}, {@code rig.group}, {@code rig.process}, {@code rig.wire}. Read next:
 * {@code DiskRun}.
 */
@NullMarked
package io.holdfast.rig.disk;

import org.jspecify.annotations.NullMarked;
