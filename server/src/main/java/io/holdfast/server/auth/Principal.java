package io.holdfast.server.auth;

import io.holdfast.core.command.Actor;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, as the edge established it. It is decided before a command is proposed, and never by
 * anything in a request's body.
 *
 * @param name how it is called in audit lines and as a holder; never a secret
 * @param person whether the name is that of one person; a shared token names nobody
 * @param agent the agent that acts for the person; null where it acts itself
 * @param roles what it may do, with everything that the highest of them includes
 */
public record Principal(
        String name, boolean person, @Nullable String agent, String tenant, Set<Role> roles) {

    /** Whoever comes where nobody is asked who they are: one's own machine. */
    public static final Principal ANYONE =
            new Principal("", false, null, Actor.DEFAULT_TENANT, Set.of(Role.OPERATOR));

    /** Whoever comes to a path that asks nobody, on a server that otherwise does. */
    public static final Principal NOBODY =
            new Principal("", false, null, Actor.DEFAULT_TENANT, Set.of());

    /** Whoever has the one token that all share. The blank keeps persons from having its name. */
    public static final Principal SHARED =
            new Principal("shared token", false, null, Actor.DEFAULT_TENANT, Set.of(Role.OPERATOR));

    public Principal {
        if (person && (name.isBlank() || name.equals("shared token"))) {
            throw new IllegalArgumentException("no person is called that");
        }
        roles = included(roles);
    }

    /** Whether it has the role, or one that includes it. */
    public boolean is(Role role) {
        return roles.contains(role);
    }

    private static Set<Role> included(Set<Role> given) {
        EnumSet<Role> all = EnumSet.noneOf(Role.class);
        for (Role role : given) {
            all.addAll(EnumSet.range(Role.READER, role));
        }
        return Collections.unmodifiableSet(all);
    }
}
