/**
 * Tests of the repository itself.
 *
 * <p>Owns: the allowed module dependencies ({@code ArrowsTest}) and the rules for every file
 * ({@code HouseRulesTest}), each with a canary in build/canary that proves it can fail.
 *
 * <p>Threading: one thread. May depend on: every module's class files; no module depends on this
 * one. Read next: CONTRIBUTING.md.
 */
@NullMarked
package io.holdfast.rules;

import org.jspecify.annotations.NullMarked;
