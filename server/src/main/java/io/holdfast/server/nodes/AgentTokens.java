package io.holdfast.server.nodes;

import io.holdfast.core.command.Actor;
import io.holdfast.core.query.Query;
import io.holdfast.log.node.Node;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Presented;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Tokens that persons made for their agents by way of this contract; they are in the state. */
public final class AgentTokens implements Authenticator {

    /** What they begin with, so that scanners and people know them. */
    static final String PREFIX = "hfa_";

    private static final int MARK_BYTES = 8;
    private static final Decision UNKNOWN =
            new Decision.Refused("this agent's token is not valid any more");

    private static final Decision OWNER_OUT =
            new Decision.Refused("the person of this agent has no good token any more");

    private final Node node;
    private final @Nullable AgentOwners owners;

    /** @param owners who of the persons is let in still; null where no file of tokens says so */
    public AgentTokens(Node node, @Nullable AgentOwners owners) {
        this.node = node;
        this.owners = owners;
    }

    /**
     * The token of a tenant's agent. Other tenants than the default are named in it, and its end is
     * a mark of the person who made it: edges of nodes are everybody's to write, and whoever makes
     * another person the owner of an agent must not come in as that person.
     */
    static String text(String tenant, String person, String secret) {
        String named = tenant.equals(Actor.DEFAULT_TENANT) ? "" : tenant + "_";
        return PREFIX + named + secret + mark(person);
    }

    /** Whether the token was made by the person who owns its agent now. */
    static boolean isMadeBy(String person, String token) {
        return token.endsWith(mark(person));
    }

    private static String mark(String person) {
        return HexFormat.of().formatHex(BearerIdentities.sha256(person), 0, MARK_BYTES);
    }

    private static String tenant(String token) {
        int end = token.lastIndexOf('_');
        return end < PREFIX.length() ? Actor.DEFAULT_TENANT : token.substring(PREFIX.length(), end);
    }

    @Override
    public Decision authenticate(Presented presented) {
        String token = presented.bearer();
        if (token == null || !token.startsWith(PREFIX)) {
            return Decision.NOT_MINE;
        }
        String tenant = tenant(token);
        CompletableFuture<Decision> decision = new CompletableFuture<>();
        node.read(
                new Query.FindAgent(tenant, BearerIdentities.digest(token)),
                (found, point) -> decision.complete(
                        found == null || !isMadeBy(found.person(), token)
                                ? UNKNOWN
                                : admitted(tenant, found)),
                () -> decision.complete(
                        new Decision.Unavailable("the nodes have no leader now", 1)));
        return new Decision.Later(decision);
    }

    /** An agent may do what is its person's own, and no more, whatever else the person may. */
    private Decision admitted(String tenant, Query.AgentAnswer found) {
        AgentOwners known = owners;
        if (known == null) {
            String name = PrincipalIdentities.nameOf(found.person());
            return new Decision.Admitted(agent(found, name, tenant, Role.USER));
        }
        Principal owner = known.now(tenant, found.person());
        if (owner == null) {
            return OWNER_OUT;
        }
        Role role = owner.is(Role.USER) ? Role.USER : Role.READER;
        return new Decision.Admitted(
                agent(found, owner.name(), tenant, role), Decision.Holds.onceWhile(() -> {
                    Principal now = known.now(tenant, found.person());
                    return now != null && now.is(role);
                }));
    }

    private static Principal agent(Query.AgentAnswer found, String name, String tenant, Role role) {
        return new Principal(name, true, found.agent(), tenant, Set.of(role));
    }
}
