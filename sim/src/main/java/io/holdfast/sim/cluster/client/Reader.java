package io.holdfast.sim.cluster.client;

import io.holdfast.core.query.Query;
import io.holdfast.sim.Chance;

/** A client that reads, and must see everything that was acknowledged before. */
final class Reader extends SimClient {

    Reader(String name, Edge edge, Chance chance, Habits habits) {
        super(name, edge, chance, habits);
    }

    @Override
    void step() {
        read(new Query.Gauges(), this::next, gauges -> next());
    }

    @Override
    void leave() {
        finish();
    }
}
