package io.holdfast.core.resource;

import org.jspecify.annotations.Nullable;

/** What a grant will be made of, whether it is made now or after a wait. */
public record Wish(Holder holder, @Nullable String owner, long salt, long ttlNanos) {}
