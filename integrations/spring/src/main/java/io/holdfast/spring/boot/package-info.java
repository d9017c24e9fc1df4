/**
 * The auto-configuration for Spring Boot.
 *
 * <p>Owns: the properties, and which beans there are without a line of code. Each part needs only
 * the libraries that it is for: the client alone, Spring Integration, health or Micrometer.
 *
 * <p>Threading: that of the application context; health and meters on any thread.
 *
 * <p>May depend on: {@code client}, {@code spring}.
 *
 * <p>Read next: {@code HoldfastAutoConfiguration}.
 */
@NullMarked
package io.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
