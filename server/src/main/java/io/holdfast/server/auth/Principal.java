package io.holdfast.server.auth;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, as the edge established it. It is decided before a command is proposed, and never by
 * anything in a request's body.
 *
 * @param name how it is called in audit lines and as a holder; never a secret
 * @param person whether the name is that of one person; a shared token names nobody
 * @param agent the agent that acts for the person; null where it acts itself
 */
public record Principal(
        String name, boolean person, @Nullable String agent, String tenant, Set<Role> roles) {

    public Principal {
        roles = Set.copyOf(roles);
    }

    public boolean is(Role role) {
        return roles.contains(role);
    }
}
