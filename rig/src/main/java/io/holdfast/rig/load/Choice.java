package io.holdfast.rig.load;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a client does next: mostly locks of its own, and some that everyone wants. */
final class Choice {

    /** Beyond so many locks of its own a client gives one back first. */
    private static final int HELD_MAX = 40;

    private static final Key[] CONTENDED = {
        new Key("c-0", 0), new Key("c-1", 0), new Key("c-2", 0), new Key("s-0", 3)
    };

    private final int client;
    private final Random random;
    private final Memory memory;
    private int keys;

    Choice(int client, Random random, Memory memory) {
        this.client = client;
        this.random = random;
        this.memory = memory;
    }

    Op next() {
        Grant contended = contended();
        if (contended != null && random.nextInt(3) > 0) {
            return new Op.Release(contended);
        }
        List<Grant> held =
                memory.grants().stream().filter(grant -> !grant.ended()).toList();
        int dice = random.nextInt(1000);
        if (held.size() > HELD_MAX || dice < 280 && !held.isEmpty()) {
            return new Op.Release(any(held));
        }
        if (dice < 430 && !held.isEmpty()) {
            return new Op.Renew(any(held), ttlSeconds());
        }
        if (dice < 500) {
            return new Op.Acquire(anyContended(), random.nextInt(2), 2 + random.nextInt(3));
        }
        if (dice < 580) {
            return twoPhase();
        }
        if (dice < 585) {
            return new Op.Close();
        }
        if (dice < 600) {
            return new Op.Ping();
        }
        Key own = new Key(Memory.UNIQUE + client + "-" + keys++, 0);
        return new Op.Acquire(own, 0, ttlSeconds());
    }

    private Op twoPhase() {
        Key key = anyContended();
        Place place = memory.places().get(key.name());
        return place == null
                ? new Op.Enqueue(key, 2 + random.nextInt(3))
                : new Op.Await(place, random.nextInt(2));
    }

    /** A lock that others wait for, held now. */
    private @Nullable Grant contended() {
        for (Grant grant : memory.grants()) {
            if (!grant.ended() && !grant.key.name().startsWith(Memory.UNIQUE)) {
                return grant;
            }
        }
        return null;
    }

    private Grant any(List<Grant> grants) {
        return grants.get(random.nextInt(grants.size()));
    }

    private Key anyContended() {
        return CONTENDED[random.nextInt(CONTENDED.length)];
    }

    /** Mostly leases that outlive a restart, and some that end meanwhile. */
    private int ttlSeconds() {
        return random.nextInt(8) == 0 ? 1 + random.nextInt(2) : 60 + random.nextInt(120);
    }
}
