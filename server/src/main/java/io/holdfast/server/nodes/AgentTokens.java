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

/** Tokens that persons made for their agents by way of this contract; they are in the state. */
public final class AgentTokens implements Authenticator {

    /** What they begin with, so that scanners and people know them. */
    static final String PREFIX = "hfa_";

    private static final int MARK_BYTES = 8;
    private static final Decision UNKNOWN =
            new Decision.Refused("this agent's token is not valid any more");

    private final Node node;

    public AgentTokens(Node node) {
        this.node = node;
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
    private static Decision admitted(String tenant, Query.AgentAnswer found) {
        return new Decision.Admitted(new Principal(
                PrincipalIdentities.nameOf(found.person()),
                true,
                found.agent(),
                tenant,
                Set.of(Role.USER)));
    }
}
