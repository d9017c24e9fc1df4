package io.holdfast.server.auth;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The chain of authenticators, called in order until one recognizes the credential. */
public final class Authenticators {

    /** No authentication. */
    public static final Authenticators NONE = new Authenticators(List.of());

    private static final Logger LOG = LoggerFactory.getLogger(Authenticators.class);

    private final List<Authenticator> chain;
    private final List<String> headers;

    public Authenticators(List<Authenticator> chain) {
        this.chain = List.copyOf(chain);
        this.headers = chain.stream().flatMap(way -> way.headers().stream()).toList();
    }

    /** Returns the headers that must be checked in every request, even with a cached token. */
    public List<String> headers() {
        return headers;
    }

    /** Returns whether no authentication is configured, so that all requests are accepted. */
    public boolean isEmpty() {
        return chain.isEmpty();
    }

    /** Checks the presented credentials; returns NotMine if no authenticator recognizes them. */
    public Decision authenticate(PresentedCredentials presented) {
        return from(0, presented);
    }

    private Decision from(int first, PresentedCredentials presented) {
        for (int i = first; i < chain.size(); i++) {
            Decision decision = ask(chain.get(i), presented);
            if (decision instanceof Decision.Later(CompletionStage<Decision> stage)) {
                int next = i + 1;
                return new Decision.Later(stage.exceptionally(Authenticators::failed)
                        .thenCompose(later -> settled(later, next, presented)));
            }
            if (!(decision instanceof Decision.NotMine)) {
                return decision;
            }
        }
        return Decision.NOT_MINE;
    }

    /** Continues with the next authenticators, which may be asynchronous too. */
    private CompletionStage<Decision> settled(
            Decision later, int next, PresentedCredentials presented) {
        Decision decision = later instanceof Decision.NotMine ? from(next, presented) : later;
        return decision instanceof Decision.Later(CompletionStage<Decision> stage)
                ? stage
                : CompletableFuture.completedStage(decision);
    }

    private static Decision ask(Authenticator authenticator, PresentedCredentials presented) {
        try {
            return authenticator.authenticate(presented);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    /** An internal error admits no client, and must not make a client discard its token. */
    private static Decision failed(Throwable fault) {
        LOG.error("authentication failed: internal error", fault);
        return new Decision.Unavailable("authentication failed: internal error", 1);
    }
}
