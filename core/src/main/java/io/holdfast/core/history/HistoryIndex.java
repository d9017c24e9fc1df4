package io.holdfast.core.history;

import io.holdfast.core.state.Index;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** Finds the history of a resource by its full name. */
final class HistoryIndex extends Index<ResourceHistory> {

    @Nullable
    ResourceHistory find(ResourceName name, int hash) {
        int slot = start(hash);
        while (true) {
            ResourceHistory row = at(slot);
            if (row == null || row.nameHash == hash && row.name.equals(name)) {
                return row;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(ResourceHistory row) {
        return row.nameHash;
    }
}
