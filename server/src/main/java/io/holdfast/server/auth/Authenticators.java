package io.holdfast.server.auth;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All ways in, asked one after the other until one knows what was presented. */
public final class Authenticators {

    /** Nobody is asked who they are. */
    public static final Authenticators NONE = new Authenticators(List.of());

    private static final Logger LOG = LoggerFactory.getLogger(Authenticators.class);

    private final List<Authenticator> chain;
    private final List<String> headers;

    public Authenticators(List<Authenticator> chain) {
        this.chain = List.copyOf(chain);
        this.headers = chain.stream().flatMap(way -> way.headers().stream()).toList();
    }

    /** Headers of which none may go unseen, whatever else a request shows. */
    public List<String> headers() {
        return headers;
    }

    /** Whether nothing is configured, so that everybody may come in. */
    public boolean isEmpty() {
        return chain.isEmpty();
    }

    /** Judges what was presented; where nobody knows it the decision is that nobody does. */
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

    /** Goes on with those behind, of whom one may need time too. */
    private CompletionStage<Decision> settled(Decision later, int next, PresentedCredentials presented) {
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

    /** A fault of ours lets nobody in, and is no reason for a client to throw its token away. */
    private static Decision failed(Throwable fault) {
        LOG.error("who somebody is could not be found out", fault);
        return new Decision.Unavailable("who you are could not be found out", 1);
    }
}
