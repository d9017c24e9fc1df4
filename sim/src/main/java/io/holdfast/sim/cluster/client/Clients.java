package io.holdfast.sim.cluster.client;

import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.client.SimClient.Habits;

/** Creates clients of every API. */
public final class Clients {

    private static final int KINDS = 9;

    private Clients() {}

    /** Returns the client with this number; the first ones are of different kinds. */
    public static SimClient of(int number, Edge edge, Chance chance, Habits habits) {
        String name = "c" + number;
        int kind = number < KINDS ? number : chance.below(KINDS);
        return switch (kind) {
            case 1, 8 -> new LockClient(name, edge, chance, habits, true);
            case 2 -> new PoolClient(name, edge, chance, habits);
            case 3 -> new ClaimClient(name, edge, chance, habits);
            case 4 -> new EntityClient(name, edge, chance, habits);
            case 5 -> new NodeClient(name, edge, chance, habits);
            case 6 -> new Reader(name, edge, chance, habits);
            default -> new LockClient(name, edge, chance, habits, false);
        };
    }
}
