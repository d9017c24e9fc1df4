/**
 * Owns: a class that uses a package that uses it.
 * must fail: package-cycle, must fail: undeclared-dependency, and
 * must fail: unused-dependency.
 *
 * <p>May depend on: {@code core.unused}. Read next: nothing.
 */
@NullMarked
package io.holdfast.core.left;

import org.jspecify.annotations.NullMarked;
