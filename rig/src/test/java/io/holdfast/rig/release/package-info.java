/** Owns: tests of the files that are released. */
@NullMarked
package io.holdfast.rig.release;

import org.jspecify.annotations.NullMarked;
