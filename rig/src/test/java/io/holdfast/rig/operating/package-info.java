/** Owns: proofs that what the page for operators says is what happens. */
@NullMarked
package io.holdfast.rig.operating;

import org.jspecify.annotations.NullMarked;
