/** Owns: proofs about the settings. */
@NullMarked
package io.holdfast.server.config;

import org.jspecify.annotations.NullMarked;
