/**
 * Owns: a class that uses a package that uses it.
 * must fail: package-cycle.
 *
 * <p>May depend on: {@code core.left}. Read next: nothing.
 */
@NullMarked
package io.holdfast.core.right;

import org.jspecify.annotations.NullMarked;
