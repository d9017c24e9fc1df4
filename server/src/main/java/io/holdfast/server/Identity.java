package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.CertificateAuthenticator;
import io.holdfast.server.auth.SharedToken;
import io.holdfast.server.auth.TokenFile;
import io.holdfast.server.auth.TokenRecord;
import io.holdfast.server.auth.TokenRegistry;
import io.holdfast.server.auth.oidc.OidcOptions;
import io.holdfast.server.auth.oidc.OidcTokens;
import io.holdfast.server.auth.proxy.ProxyHeader;
import io.holdfast.server.auth.proxy.ProxyOptions;
import io.holdfast.server.config.Secret;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.nodes.AgentOwners;
import io.holdfast.server.nodes.AgentTokens;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configured authenticators, in the order in which they are called. */
final class Identity implements AutoCloseable {

    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Authenticators authenticators;
    private final @Nullable AgentOwners agentOwners;

    Identity(ServerConfig config, Clock clock, Engine engine, Vertx vertx, Audit audit) {
        List<Authenticator> chain = new ArrayList<>();
        ProxyOptions proxy = config.guard().proxy();
        if (proxy != null) {
            // First, so that its header from another address is rejected regardless of other
            // credentials.
            chain.add(new ProxyHeader(proxy));
        }
        Secret shared = config.guard().authToken();
        if (shared != null) {
            chain.add(new SharedToken(shared.value()));
        }
        Path tokensFile = config.guard().tokensFile();
        TokenRegistry tokens = tokensFile == null
                ? null
                : new TokenRegistry(new TokenFile(tokensFile), clock::wallMillis);
        this.agentOwners = tokens == null ? null : new AgentOwners(tokens, clock::wallMillis);
        if (config.guard().namesPersons()) {
            // Agents of the nodes API act for persons, so they need authentication that names
            // persons.
            chain.add(new AgentTokens(engine, agentOwners));
        }
        if (tokens != null) {
            tokens.onChange(change -> tell(change, audit));
            parts.add(tokens);
            chain.add(tokens);
        }
        OidcOptions oidc = config.guard().oidc();
        if (oidc != null) {
            OidcTokens access = OidcTokens.start(oidc, vertx, clock);
            parts.add(access);
            chain.add(access);
        }
        ServerConfig.Tls tls = config.tls();
        ServerConfig.TlsClients clients = tls == null ? null : tls.clients();
        if (clients != null) {
            chain.add(new CertificateAuthenticator(clients.roles(), clock::wallMillis));
        }
        this.authenticators = new Authenticators(chain);
    }

    /** Audits changes that another process made to the token file. */
    private static void tell(TokenRegistry.Change change, Audit audit) {
        for (TokenRecord record : change.removed()) {
            audit.administered("remove-token", shown(record), null);
        }
        for (TokenRecord record : change.added()) {
            audit.administered("add-token", shown(record), null);
        }
    }

    private static String shown(TokenRecord record) {
        String owner = record.owner();
        return record.id() + " of " + record.name() + (owner == null ? "" : " for " + owner)
                + " in " + record.tenant() + " as " + record.rolesText();
    }

    Authenticators authenticators() {
        return authenticators;
    }

    /** Returns which persons still have access, for their agents; null without a token file. */
    @Nullable
    AgentOwners agentOwners() {
        return agentOwners;
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
