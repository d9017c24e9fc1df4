package io.holdfast.core.claims;

import io.holdfast.core.state.Index;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** Finds the claims on a resource by its name. */
final class ResourceClaimsIndex extends Index<ResourceClaims> {

    @Nullable
    ResourceClaims find(ResourceName name) {
        int slot = start(name.hashCode());
        while (true) {
            ResourceClaims trail = at(slot);
            if (trail == null || trail.name.equals(name)) {
                return trail;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(ResourceClaims trail) {
        return trail.name.hashCode();
    }
}
