package io.holdfast.core.resource;

import io.holdfast.core.query.Query.UseGauges;
import io.holdfast.core.value.Space;

import java.util.ArrayList;
import java.util.List;

/** Running counts of grants and waiters of each API, so that metrics need no scan. */
final class UseCounts {

    private static final Space[] SPACES = Space.values();

    private final int[] held = new int[SPACES.length];
    private final int[] waiting = new int[SPACES.length];

    void held(Resource resource, int change) {
        held[resource.space().ordinal()] += change;
    }

    void waiting(Resource resource, int change) {
        waiting[resource.space().ordinal()] += change;
    }

    List<UseGauges> gauges() {
        List<UseGauges> gauges = new ArrayList<>(SPACES.length);
        for (Space space : SPACES) {
            gauges.add(new UseGauges(space, held[space.ordinal()], waiting[space.ordinal()]));
        }
        return gauges;
    }
}
