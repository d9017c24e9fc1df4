/**
 * Owns: replacements for Ratis classes of the same name, each with its reason. Run on Ratis's
 * threads. May depend on {@code io.holdfast.log.storage}.
 */
@NullMarked
package org.apache.ratis.util;

import org.jspecify.annotations.NullMarked;
