package io.holdfast.server;

import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.SharedToken;
import io.holdfast.server.config.Secret;
import io.holdfast.server.config.ServerConfig;

import java.util.ArrayList;
import java.util.List;

/** The ways in that the settings ask for, in the order in which they are asked. */
final class Identity {

    private Identity() {}

    /** Those that look at the bearer token come first, then those that look at anything else. */
    static Authenticators of(ServerConfig config) {
        List<Authenticator> chain = new ArrayList<>();
        Secret shared = config.guard().authToken();
        if (shared != null) {
            chain.add(new SharedToken(shared.value()));
        }
        return new Authenticators(chain);
    }
}
