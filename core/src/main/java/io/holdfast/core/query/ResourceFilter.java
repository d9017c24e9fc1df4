package io.holdfast.core.query;

import io.holdfast.core.query.ResourceAnswer.Use;
import io.holdfast.core.value.Space;

import org.jspecify.annotations.Nullable;

/**
 * Which resources a list shows.
 *
 * @param space the API; null for all
 * @param prefix of the key; empty for all
 * @param use null for all that are not idle
 * @param owner of a holder or a waiter; null for all
 */
public record ResourceFilter(
        @Nullable Space space,
        String prefix,
        @Nullable Use use,
        @Nullable String owner) {

    public static final ResourceFilter NONE = new ResourceFilter(null, "", null, null);
}
