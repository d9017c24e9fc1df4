package io.holdfast.server.nodes;

import io.holdfast.core.value.NodeAuthor;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;

import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Maps a request's principal to a person, and an agent to its owner. Without authentication, the
 * bearer token names the person.
 */
final class PrincipalIdentities implements Identities {

    private static final String PERSON = "person-";
    private static final String AGENT = "agent-";
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final Pattern DERIVED = Pattern.compile(".*-[0-9a-f]{20}");
    private static final int DERIVED_BYTES = 10;
    private static final int DERIVED_CHARACTERS = 40;

    private final BearerIdentities bearers;

    PrincipalIdentities(BearerIdentities bearers) {
        this.bearers = bearers;
    }

    @Override
    public void identify(Exchange exchange, Step step) {
        Principal principal = exchange.principal();
        String token = BearerIdentities.token(exchange);
        Principal.AgentRun run = principal.run();
        if (run != null) {
            // The gate has looked the agent's token up for this request.
            NodeAuthor agent = new NodeAuthor(
                    run.person(), run.personName(), principal.agent(), run.session());
            BearerIdentities.go(exchange, agent, step);
        } else if (principal == Principal.ANYONE
                || token != null && token.startsWith(AgentTokens.PREFIX)) {
            bearers.identify(exchange, step);
        } else if (principal.person()) {
            BearerIdentities.go(exchange, author(principal), step);
        } else {
            exchange.refuse(
                    Problem.FORBIDDEN,
                    "the shared token names no person; make a token of your own with"
                            + " \"holdfast token create --tokens-file FILE --name NAME\""
                            + " and start the server with --tokens-file FILE");
        }
    }

    static NodeAuthor author(Principal principal) {
        String agent = principal.agent();
        return new NodeAuthor(
                PERSON + id(principal.name()),
                principal.name(),
                agent == null ? null : agent.startsWith(AGENT) ? agent : AGENT + id(agent),
                null);
    }

    /**
     * Returns the name as part of a node id. A name that is not a valid id, or that looks like a
     * derived one, is extended by its digest, so that no two names share an id.
     */
    private static String id(String name) {
        if (PLAIN.matcher(name).matches() && !DERIVED.matcher(name).matches()) {
            return name;
        }
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String start = plain.substring(0, Math.min(plain.length(), DERIVED_CHARACTERS));
        byte[] digest = BearerIdentities.sha256(name);
        String end = HexFormat.of().formatHex(digest, 0, DERIVED_BYTES);
        String id = (start + "-" + end).replaceAll("-+", "-");
        return id.startsWith("-") ? id.substring(1) : id;
    }

    /** Returns the principal's name for a person id, as far as the id contains it. */
    static String nameOf(String person) {
        return person.startsWith(PERSON) ? person.substring(PERSON.length()) : person;
    }
}
