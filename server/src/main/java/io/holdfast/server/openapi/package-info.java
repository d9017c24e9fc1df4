/**
 * Owns: the OpenAPI document of the whole server. Its source is one YAML file for each API under
 * the resources of this package, merged into one document; a test compares it with the routes.
 *
 * <p>Threading: built once, on a thread of its own, at the first request. May depend on:
 * {@code server.http}, {@code server.text}; the YAML reader. Read next: the YAML files.
 */
@NullMarked
package io.holdfast.server.openapi;

import org.jspecify.annotations.NullMarked;
