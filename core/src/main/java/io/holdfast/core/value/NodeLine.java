package io.holdfast.core.value;

import org.jspecify.annotations.Nullable;

/** A front matter line that was set after the node's text was sent; null removes it. */
public record NodeLine(String key, @Nullable String value) {}
