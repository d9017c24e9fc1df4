package io.holdfast.server.auth;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of connections per principal, across all listeners.
 *
 * <p>Threading: any thread.
 */
public final class ConnectionLimit {

    /** No limit. */
    public static final ConnectionLimit UNLIMITED = new ConnectionLimit(0);

    private final int max;
    private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

    /** @param max open connections per principal; 0 means no limit */
    public ConnectionLimit(int max) {
        this.max = max;
    }

    /**
     * Counts a connection for the principal; returns false if the limit is reached. Only a counted
     * connection must be given back.
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

    /** Equal names in different tenants are different principals. */
    public static String name(Principal principal) {
        return principal.tenant() + '\n' + principal.name();
    }
}
