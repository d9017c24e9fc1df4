package io.holdfast.server.auth;

import io.holdfast.core.value.Actor;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated client. It is determined before a command is proposed, and never by a request's
 * body.
 *
 * @param name its name in audit lines and as a holder; never a secret
 * @param person whether the name is that of one person; that of a shared token is not
 * @param agent the agent that acts for the person; null if the person acts directly
 * @param roles its roles, including all lower ones
 * @param run what the agent's token says about its run; null if there is no such token
 */
public record Principal(
        String name,
        boolean person,
        @Nullable String agent,
        String tenant,
        Set<Role> roles,
        @Nullable AgentRun run) {

    /**
     * The run of an agent, from its token.
     *
     * @param person the node of the person for whom the agent acts
     * @param personName the person's name as that node has it
     * @param session the session to which the token is bound; null if it is not bound
     */
    public record AgentRun(
            String person, String personName, @Nullable String session) {}

    /** Any client if authentication is off, which is allowed on loopback only. */
    public static final Principal ANYONE =
            new Principal("", false, null, Actor.DEFAULT_TENANT, Set.of(Role.OPERATOR));

    /** An unauthenticated client on a path without authentication, if authentication is on. */
    public static final Principal NOBODY =
            new Principal("", false, null, Actor.DEFAULT_TENANT, Set.of());

    /** A client with the shared token. The blank keeps a person from having this name. */
    public static final Principal SHARED =
            new Principal("shared token", false, null, Actor.DEFAULT_TENANT, Set.of(Role.OPERATOR));

    /** A principal without an agent's token. */
    public Principal(
            String name, boolean person, @Nullable String agent, String tenant, Set<Role> roles) {
        this(name, person, agent, tenant, roles, null);
    }

    public Principal {
        if (person && (name.isBlank() || name.equals("shared token"))) {
            throw new IllegalArgumentException("invalid name of a person");
        }
        roles = included(roles);
    }

    /** Returns the name by which others know it: a person's, with its agent's; null for others. */
    public @Nullable String displayName() {
        if (!person) {
            return null;
        }
        return agent == null ? name : name + "/" + agent;
    }

    /** Returns whether it has the role, or one that includes it. */
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
