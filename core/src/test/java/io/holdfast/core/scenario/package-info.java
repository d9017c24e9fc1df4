/**
 * Owns: the language of scenario files, transcripts of what was asked of the machine and what came
 * of it.
 *
 * <p>Threading: one thread. May depend on: core. Read next: {@code Script}, then any file in
 * {@code src/test/scenarios}.
 */
@NullMarked
package io.holdfast.core.scenario;

import org.jspecify.annotations.NullMarked;
