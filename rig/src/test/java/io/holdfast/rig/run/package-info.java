/** Owns: tests of {@code holdfast run} with a real server and real processes. */
@NullMarked
package io.holdfast.rig.run;

import org.jspecify.annotations.NullMarked;
