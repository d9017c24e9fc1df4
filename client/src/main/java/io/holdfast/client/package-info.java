/**
 * The Java client of Holdfast.
 *
 * <p>Owns: the connection of a Java program to a server over HTTP.
 *
 * <p>Threading: safe to share between threads.
 *
 * <p>May depend on: the JSON reader.
 *
 * <p>Read next: the locks API in docs.
 */
@NullMarked
package io.holdfast.client;

import org.jspecify.annotations.NullMarked;
