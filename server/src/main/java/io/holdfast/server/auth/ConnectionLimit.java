package io.holdfast.server.auth;

import java.util.concurrent.ConcurrentHashMap;

/**
 * How many connections each principal has, over all listeners together.
 *
 * <p>Threading: any thread.
 */
public final class ConnectionLimit {

    /** As many as anybody likes. */
    public static final ConnectionLimit UNLIMITED = new ConnectionLimit(0);

    private final int max;
    private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

    /** @param max connections of one principal at a time; zero means no limit */
    public ConnectionLimit(int max) {
        this.max = max;
    }

    /**
     * Takes one for the principal; tells whether there was one left. Only then is one given back.
     */
    public boolean take(Principal principal) {
        if (max == 0 || principal.name().isEmpty()) {
            return true;
        }
        boolean[] seated = {false};
        taken.compute(name(principal), (any, count) -> {
            int now = count == null ? 0 : count;
            seated[0] = now < max;
            return seated[0] ? Integer.valueOf(now + 1) : count;
        });
        return seated[0];
    }

    public void giveBack(Principal principal) {
        if (max > 0 && !principal.name().isEmpty()) {
            taken.computeIfPresent(name(principal), (any, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Names of different tenants are different principals. */
    public static String name(Principal principal) {
        return principal.tenant() + '\n' + principal.name();
    }
}
