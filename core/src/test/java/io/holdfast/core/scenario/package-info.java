/**
 * Owns: the language of scenario files, which list commands to the machine and their results.
 *
 * <p>Threading: one thread. May depend on: core. Read next: {@code Script}, then any file in
 * {@code src/test/scenarios}.
 */
@NullMarked
package io.holdfast.core.scenario;

import org.jspecify.annotations.NullMarked;
