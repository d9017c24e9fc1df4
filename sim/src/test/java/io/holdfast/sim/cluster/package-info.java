/** Tests of the simulated cluster. */
@NullMarked
package io.holdfast.sim.cluster;

import org.jspecify.annotations.NullMarked;
