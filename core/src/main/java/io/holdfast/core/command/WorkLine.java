package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/** A line of a node's front matter that was set after its text was sent; null removes it. */
public record WorkLine(String key, @Nullable String value) {}
