package io.holdfast.core.value;

import io.holdfast.core.bytes.Blob;

import org.jspecify.annotations.Nullable;

/**
 * An entity as a manifest or an admin describes it.
 *
 * @param parent an app's component, a component's area, an area's own area; null if it has none
 * @param details further details to show, which the machine never parses
 */
public record EntitySpec(
        EntityType type,
        String id,
        String name,
        @Nullable String parent,
        LockRules rules,
        @Nullable Blob details) {}
