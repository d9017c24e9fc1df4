/**
 * The sample application of the README, which tests start.
 *
 * <p>Owns: an application that books invoices and elects a dispatcher; the regions in it are what
 * readers see.
 *
 * <p>Threading: that of Spring Boot.
 *
 * <p>May depend on: {@code client}, {@code spring}.
 *
 * <p>Read next: {@code SampleApplicationTest}.
 */
@NullMarked
package io.holdfast.spring.examples;

import org.jspecify.annotations.NullMarked;
