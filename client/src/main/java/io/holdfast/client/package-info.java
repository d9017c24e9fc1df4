/**
 * The Java client of Holdfast.
 *
 * <p>Owns: how a Java program speaks with a server over HTTP.
 *
 * <p>Threading: safe to share between threads.
 *
 * <p>May depend on: the JDK and the JSON reader; nothing of the server's inside.
 *
 * <p>Read next: the locks dialect in docs.
 */
@NullMarked
package io.holdfast.client;

import org.jspecify.annotations.NullMarked;
