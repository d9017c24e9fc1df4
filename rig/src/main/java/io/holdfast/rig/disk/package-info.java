/**
 * Owns: the run that fills members' disks. Runs on the rig's main thread. May depend on
 * {@code group}, {@code fault}, {@code process} and {@code wire}. Read next: {@code DiskRun}.
 */
@NullMarked
package io.holdfast.rig.disk;

import org.jspecify.annotations.NullMarked;
