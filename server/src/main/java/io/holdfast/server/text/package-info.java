/**
 * Owns: small encoders and checks of text: hexadecimal and decimal numbers, UUIDs, JSON values,
 * control characters; and the check of where text is made.
 *
 * <p>Threading: stateless; any thread. May depend on: {@code core.bytes}, {@code log.engine}. Read
 * next: {@code JsonValues}.
 */
@NullMarked
package io.holdfast.server.text;

import org.jspecify.annotations.NullMarked;
