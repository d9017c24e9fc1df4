package io.holdfast.server.config;

import io.holdfast.core.command.EntitySpec;
import io.holdfast.core.command.Settings;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.server.auth.oidc.OidcOptions;
import io.holdfast.server.auth.proxy.ProxyOptions;
import io.holdfast.server.edge.Networks;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a server is started with, checked.
 *
 * @param lineShutdownTimeoutMillis how long a stop waits for connections; 0 means until they end
 * @param dataDir where the state is kept; null where it lives in memory alone
 * @param stateBytesMax the heap that the state may take at this member
 * @param warnings what the operator should know, though the server starts
 */
public record ServerConfig(
        String httpHost,
        int httpPort,
        String lineHost,
        int linePort,
        @Nullable Path dataDir,
        Settings settings,
        Guard guard,
        Rates rates,
        Pools pools,
        Entities entities,
        TenantsFile tenants,
        @Nullable Tls tls,
        Throttles throttles,
        InFlight inFlight,
        Audit audit,
        long readTimeoutMillis,
        long writeTimeoutMillis,
        long shutdownTimeoutMillis,
        long lineShutdownTimeoutMillis,
        long snapshotEntries,
        long stateBytesMax,
        Cluster cluster,
        boolean debug,
        List<String> warnings) {

    /**
     * Who may come in. Where nobody is asked who they are, the names of hosts guard against other
     * sites' pages.
     */
    public record Guard(
            @Nullable Secret authToken,
            @Nullable Path tokensFile,
            boolean metricsPublic,
            List<String> allowedHosts,
            List<String> corsOrigins,
            Networks trustedProxies,
            @Nullable OidcOptions oidc,
            @Nullable ProxyOptions proxy,
            boolean keepsRevokedGrants) {

        /** Whether anybody is asked who they are. */
        public boolean asksWho() {
            return authToken != null || namesPersons();
        }

        /** Whether it can be told who somebody is, and not only that they may come in. */
        public boolean namesPersons() {
            return tokensFile != null || oidc != null || proxy != null;
        }
    }

    /**
     * Which nodes there are.
     *
     * @param node this node's name; null where it was given none
     * @param options null where this node is alone
     * @param lostNanos how long a node is unheard of until its clients count as gone
     * @param patienceNanos how long a request waits for a leader
     */
    public record Cluster(
            @Nullable String node,
            @Nullable ClusterOptions options,
            long lostNanos,
            long patienceNanos) {}

    /**
     * Limits, most of them for each address; zero means none, and null what follows from the
     * memory.
     */
    public record Rates(
            int requestsPerSecond,
            int burst,
            @Nullable Integer connectionsPerAddress,
            int lineConnections,
            @Nullable Integer lineConnectionsPerAddress) {}

    /** What connections may hold, in all and for each address; zero follows from the memory. */
    public record InFlight(long totalBytes, long perAddressBytes) {}

    /**
     * What the pools contract lets callers ask for. The rates are a second's worth for each
     * address; zero means no limit.
     */
    public record Pools(
            int countMax,
            long ttlMaxNanos,
            long waitMaxNanos,
            int createdPerSecond,
            int unknownPerSecond) {}

    /** Where the entities come from, and which the manifest had when it was last read. */
    public record Entities(EntitiesFiles files, List<EntitySpec> manifest) {

        public Entities {
            manifest = List.copyOf(manifest);
        }
    }

    /**
     * PEM files of HTTPS and of the line protocol over TLS.
     *
     * @param tls12 whether TLS 1.2 is spoken too
     * @param clients what is done with clients' certificates; null where none is asked for
     */
    public record Tls(
            Path certificate,
            Path key,
            boolean tls12,
            @Nullable TlsClients clients) {}

    /**
     * Certificates as an identity.
     *
     * @param authority what they are judged by
     * @param needed whether there is no other way in
     */
    public record TlsClients(Path authority, boolean needed, List<CertificateRole> roles) {

        public TlsClients {
            roles = List.copyOf(roles);
        }
    }

    /**
     * What the certificates of a name may do.
     *
     * @param name of the certificate, {@code *.} and a domain, or {@code *} for any
     * @param tenant null for the one that everybody is of
     */
    public record CertificateRole(
            String name, String role, @Nullable String tenant) {}

    /**
     * More limits; zero means none.
     *
     * @param forwarded whether proxies are believed by {@code Forwarded}, and not by
     *     {@code X-Forwarded-For}
     */
    public record Throttles(
            int requestsPerPrincipal,
            int principalBurst,
            int authFailuresPerAddress,
            int httpConnections,
            int connectionsPerPrincipal,
            int unauthenticatedConnections,
            boolean forwarded) {}

    /**
     * Where it is written who did what.
     *
     * @param file null for standard error
     * @param everything whether more than admin actions and failed authentications are written
     */
    public record Audit(@Nullable Path file, boolean everything) {}

    public boolean ephemeral() {
        return dataDir == null;
    }
}
