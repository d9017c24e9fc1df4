package io.holdfast.core.resource;

import io.holdfast.core.state.Index;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** Finds resources by their full names. */
final class NameIndex extends Index<Resource> {

    @Nullable
    Resource find(ResourceName name) {
        int hash = name.hashCode();
        int slot = start(hash);
        while (true) {
            Resource resource = at(slot);
            if (resource == null || resource.nameHash == hash && resource.isNamed(name)) {
                return resource;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(Resource resource) {
        return resource.nameHash;
    }
}
