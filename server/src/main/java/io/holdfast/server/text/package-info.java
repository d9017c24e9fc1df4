/**
 * Owns: small encoders and checks of text: hexadecimal and decimal numbers, UUIDs, JSON values,
 * control characters.
 *
 * <p>Threading: stateless; any thread. May depend on: {@code core.bytes}. Read next:
 * {@code JsonValues}.
 */
@NullMarked
package io.holdfast.server.text;

import org.jspecify.annotations.NullMarked;
