/** Owns: tests that the procedures of the operating manual work as described. */
@NullMarked
package io.holdfast.rig.operating;

import org.jspecify.annotations.NullMarked;
