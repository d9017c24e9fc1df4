package io.holdfast.client.contract;

import io.holdfast.client.Holdfast;

import java.io.IOException;
import java.time.Duration;

/** Where the contract is tested. */
enum World {
    ONE_MEMBER(1, false),
    THREE_MEMBERS(3, false),
    LEADER_KILLED(3, true);

    private final int size;
    private final boolean kills;

    World(int size, boolean kills) {
        this.size = size;
        this.kills = kills;
    }

    int size() {
        return size;
    }

    /** Returns true if a wait may lose its place, because its member is killed. */
    boolean kills() {
        return kills;
    }

    /** Kills the leader and starts it again, if that is what this world is about. */
    void disturb(Members members) throws IOException, InterruptedException {
        if (kills) {
            members.killLeader();
        }
    }

    /** Makes a client that begins at one of the members and knows all of them. */
    Holdfast client(Members members, int first) {
        return Holdfast.builder()
                .address(members.addresses(first))
                .owner("contract " + first)
                .ttl(Duration.ofSeconds(60))
                .requestTimeout(Duration.ofSeconds(60))
                .build();
    }
}
