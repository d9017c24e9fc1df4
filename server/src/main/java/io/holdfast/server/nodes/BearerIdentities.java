package io.holdfast.server.nodes;

import io.holdfast.core.query.Query;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.TokenDigest;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Uses the bearer token as a person's name, which is appropriate on a developer's own machine. A
 * token that looks like a secret is shown as a part of its digest. Agent tokens that this server
 * issued act for the agent's owner.
 */
final class BearerIdentities implements Identities {

    private static final String PERSON = "person-";
    private static final Pattern NAME = Pattern.compile("(person-)?[a-z0-9][a-z0-9-]{0,62}");
    private static final int SHOWN_BYTES = 6;

    private static final FastThreadLocal<MessageDigest> DIGEST = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    private final Requests requests;
    private final @Nullable AgentOwners owners;

    /** @param owners which persons still have access; null without a tokens file */
    BearerIdentities(Requests requests, @Nullable AgentOwners owners) {
        this.requests = requests;
        this.owners = owners;
    }

    @Override
    public void identify(Exchange exchange, Step step) {
        String token = token(exchange);
        if (token == null) {
            exchange.header("WWW-Authenticate", "Bearer");
            exchange.refuse(Problem.UNAUTHORIZED, "send Authorization: Bearer and your name");
            return;
        }
        if (token.startsWith(AgentTokens.PREFIX)) {
            agent(exchange, token, step);
        } else {
            go(exchange, person(token), step);
        }
    }

    private void agent(Exchange exchange, String token, Step step) {
        Query.FindAgent query = new Query.FindAgent(exchange.actor().tenant(), digest(token));
        requests.readLatest(exchange, query, (found, point) -> {
            if (found == null || !AgentTokens.isMadeBy(found.person(), token)) {
                exchange.header("WWW-Authenticate", "Bearer");
                exchange.refuse(Problem.UNAUTHORIZED, "this agent's token is not valid any more");
            } else if (mayAct(exchange, found.person())) {
                go(
                        exchange,
                        new NodeAuthor(
                                found.person(), found.name(), found.agent(), found.session()),
                        step);
            }
        });
    }

    /**
     * Returns whether the agent's person is authorized, and replies if not. The gate may have
     * authorized another person, whom a proxy named.
     */
    private boolean mayAct(Exchange exchange, String person) {
        AgentOwners known = owners;
        if (known == null || exchange.principal() == Principal.ANYONE) {
            return true;
        }
        Principal now = known.now(exchange.actor().tenant(), person);
        if (now == null) {
            exchange.header("WWW-Authenticate", "Bearer");
            exchange.refuse(Problem.UNAUTHORIZED, AgentTokens.OWNER_OUT);
            return false;
        }
        Route route = exchange.route();
        Role needed = route == null ? null : route.role();
        if (needed != null && !now.is(needed)) {
            String why =
                    "this needs the role " + needed.text() + ", which the agent's person lacks";
            exchange.denied(why);
            exchange.refuse(Problem.FORBIDDEN, why);
            return false;
        }
        return true;
    }

    static void go(Exchange exchange, NodeAuthor who, Step step) {
        try {
            step.take(who);
        } catch (BadNode bad) {
            NodeErrors.refuse(exchange, bad);
        }
    }

    /** Returns the person that a token names. */
    static NodeAuthor person(String token) {
        if (!NAME.matcher(token).matches()) {
            byte[] digest = sha256(token);
            String name = HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
            return NodeAuthor.person(PERSON + name, name);
        }
        boolean whole = token.startsWith(PERSON) && token.length() > PERSON.length();
        String name = whole ? token.substring(PERSON.length()) : token;
        return NodeAuthor.person(PERSON + name, name);
    }

    /** Returns the request's bearer token, or null if it has none. */
    static @Nullable String token(Exchange exchange) {
        String header = exchange.header("Authorization");
        if (header == null
                || header.length() < 8
                || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return null;
        }
        String token = header.substring(7).strip();
        return token.isEmpty() ? null : token;
    }

    /** Returns the digest that is stored for an agent token. */
    static TokenDigest digest(String token) {
        ByteBuffer digest = ByteBuffer.wrap(sha256(token));
        return new TokenDigest(digest.getLong(), digest.getLong());
    }

    static byte[] sha256(String token) {
        MessageDigest digest = DIGEST.get();
        digest.reset();
        // Each character of a header is one byte.
        return digest.digest(token.getBytes(StandardCharsets.ISO_8859_1));
    }
}
