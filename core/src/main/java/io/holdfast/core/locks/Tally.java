package io.holdfast.core.locks;

import io.holdfast.core.resource.Resource;
import io.holdfast.core.value.KeyKind;

/** Running counts for limits and metrics, so that neither has to scan the keys. */
public final class Tally {

    private final int[] holders = new int[KeyKind.values().length];
    private final int[] waiters = new int[KeyKind.values().length];
    private int keys;

    public int keys() {
        return keys;
    }

    public int holders(KeyKind kind) {
        return holders[kind.ordinal()];
    }

    public int waiters(KeyKind kind) {
        return waiters[kind.ordinal()];
    }

    void keys(int change) {
        keys += change;
    }

    void holders(Resource resource, int change) {
        holders[resource.variant()] += change;
    }

    void waiters(Resource resource, int change) {
        waiters[resource.variant()] += change;
    }

    /** Counts a restored resource. */
    void add(Resource resource) {
        keys++;
        holders[resource.variant()] += resource.held();
        waiters[resource.variant()] += resource.queued();
    }
}
