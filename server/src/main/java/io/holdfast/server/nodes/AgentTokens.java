package io.holdfast.server.nodes;

import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.PresentedCredentials;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the agent tokens that persons create through the nodes API. Their digests are part
 * of the state.
 */
public final class AgentTokens implements Authenticator {

    /** The prefix by which secret scanners and people recognize an agent token. */
    static final String PREFIX = "hfa_";

    private static final int MARK_BYTES = 8;
    private static final long ASK_NANOS = 300_000_000L;
    private static final Decision UNKNOWN =
            new Decision.Refused("this agent's token is not valid any more");

    /** The reason for refusing an agent whose own token is valid. */
    static final String OWNER_OUT = "the person of this agent has no valid token any more";

    private final Engine engine;
    private final @Nullable AgentOwners owners;

    /** @param owners which persons still have access; null without a tokens file */
    public AgentTokens(Engine engine, @Nullable AgentOwners owners) {
        this.engine = engine;
        this.owners = owners;
    }

    /**
     * Returns an agent token. It names the tenant unless that is the default, and ends with a
     * digest of the person who created it. All users may write edges, so a user could otherwise
     * make another person the owner of an agent and act as that person.
     */
    static String text(String tenant, String person, String secret) {
        String named = tenant.equals(Actor.DEFAULT_TENANT) ? "" : tenant + "_";
        return PREFIX + named + secret + mark(person);
    }

    /** Returns whether the agent's current owner created the token. */
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
    public Decision authenticate(PresentedCredentials presented) {
        String token = presented.bearer();
        if (token == null || !token.startsWith(PREFIX)) {
            return Decision.NOT_MINE;
        }
        String tenant = tenant(token);
        Query.FindAgent query = new Query.FindAgent(tenant, BearerIdentities.digest(token));
        CompletableFuture<Decision> decision = new CompletableFuture<>();
        engine.read(
                query,
                (found, point) -> decision.complete(
                        found == null || !isMadeBy(found.person(), token)
                                ? UNKNOWN
                                : admitted(query, found)),
                () -> decision.complete(
                        new Decision.Unavailable("the cluster has no leader now", 1)));
        return new Decision.Later(decision);
    }

    /** Admits an agent as a user at most, regardless of its person's other roles. */
    private Decision admitted(Query.FindAgent query, Query.AgentAnswer found) {
        String tenant = query.tenant();
        AgentOwners known = owners;
        if (known == null) {
            String name = PrincipalIdentities.nameOf(found.person());
            return new Decision.Admitted(
                    agent(found, name, tenant, Role.USER), new Standing(query, found, null));
        }
        Principal owner = known.now(tenant, found.person());
        if (owner == null) {
            return new Decision.Refused(OWNER_OUT);
        }
        Role role = owner.is(Role.USER) ? Role.USER : Role.READER;
        return new Decision.Admitted(
                agent(found, owner.name(), tenant, role), new Standing(query, found, () -> {
                    Principal now = known.now(tenant, found.person());
                    return now != null && now.is(role);
                }));
    }

    private static Principal agent(Query.AgentAnswer found, String name, String tenant, Role role) {
        return new Principal(
                name,
                true,
                found.agent(),
                tenant,
                Set.of(role),
                new Principal.AgentRun(found.person(), found.name(), found.session()));
    }

    /**
     * Tracks whether the token still exists and belongs to the same person. The answer must not
     * wait, so this member's applied state is read in the background at intervals.
     */
    private final class Standing implements Decision.Holds {
        private final Query.FindAgent query;
        private final String person;
        private final @Nullable BooleanSupplier owner;
        private final AtomicLong askedNanos = new AtomicLong(System.nanoTime());
        private volatile boolean good = true;

        Standing(Query.FindAgent query, Query.AgentAnswer found, @Nullable BooleanSupplier owner) {
            this.query = query;
            this.person = found.person();
            this.owner = owner;
        }

        @Override
        public boolean still() {
            long now = System.nanoTime();
            long asked = askedNanos.get();
            if (now - asked >= ASK_NANOS && askedNanos.compareAndSet(asked, now)) {
                engine.readStale(
                        query,
                        (found, point) -> good = found != null && found.person().equals(person));
            }
            return good && (owner == null || owner.getAsBoolean());
        }

        @Override
        public boolean isOnce() {
            return true;
        }
    }
}
