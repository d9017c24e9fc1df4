package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/** A front matter line that was set after the node's text was sent; null removes it. */
public record WorkLine(String key, @Nullable String value) {}
