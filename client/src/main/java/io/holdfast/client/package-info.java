/**
 * The Java client of Holdfast: {@link io.holdfast.client.Holdfast} is where to begin.
 *
 * <p>Owns: what a program holds at a server, and the promise to say when it is lost.
 *
 * <p>Threading: safe to share between threads; callbacks run on threads of the client.
 *
 * <p>May depend on: {@code client.http} and {@code client.json}, and nothing but the JDK otherwise.
 *
 * <p>Read next: docs/client-java.md.
 */
@NullMarked
package io.holdfast.client;

import org.jspecify.annotations.NullMarked;
