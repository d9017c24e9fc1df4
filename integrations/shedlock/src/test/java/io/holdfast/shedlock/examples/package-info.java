/**
 * The example of the README, which a test runs.
 *
 * <p>Owns: a Spring application with a scheduled task; the regions in it are what readers see.
 *
 * <p>Threading: Spring's scheduler.
 *
 * <p>May depend on: {@code client}, {@code shedlock}.
 *
 * <p>Read next: {@code ReadmeTest}.
 */
@NullMarked
package io.holdfast.shedlock.examples;

import org.jspecify.annotations.NullMarked;
