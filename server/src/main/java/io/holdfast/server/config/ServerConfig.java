package io.holdfast.server.config;

import io.holdfast.core.command.Settings;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.server.auth.CertificateRole;
import io.holdfast.server.auth.oidc.OidcOptions;
import io.holdfast.server.auth.proxy.ProxyOptions;
import io.holdfast.server.net.Networks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All validated settings of a server.
 *
 * @param lineShutdownTimeoutMillis how long a stop waits for connections; 0 means until they end
 * @param dataDir the data directory; null if the state is in memory only
 * @param stateBytesMax the maximum heap of the state at this member
 * @param eventsMax the number of events that are kept for readers
 * @param warnings warnings for the operator that do not prevent the start
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
        int eventsMax,
        Cluster cluster,
        boolean dashboard,
        @Nullable Traces traces,
        boolean debug,
        List<String> warnings) {

    /**
     * Where traces are sent.
     *
     * @param ratio how many requests are traced, from 0 to 1
     * @param keys whether they contain keys
     */
    public record Traces(
            String endpoint,
            Map<String, String> headers,
            double ratio,
            boolean keys,
            String service) {

        @Override
        public String toString() {
            // The headers may contain a credential.
            return "Traces[" + endpoint + "]";
        }
    }

    /** Authentication. Without it, the Host guard protects against pages of other sites. */
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

        /** Returns whether authentication is on. */
        public boolean asksWho() {
            return authToken != null || namesPersons();
        }

        /** Returns whether authentication identifies persons, unlike a shared token. */
        public boolean namesPersons() {
            return tokensFile != null || oidc != null || proxy != null;
        }
    }

    /**
     * The cluster.
     *
     * @param node this member's name; null if none was given
     * @param options null if this member is alone
     * @param lostNanos how long a member is silent until its clients count as disconnected
     * @param patienceNanos how long a request waits for a leader
     */
    public record Cluster(
            @Nullable String node,
            @Nullable ClusterOptions options,
            long lostNanos,
            long patienceNanos) {}

    /**
     * Limits, most of them per address; zero means no limit, and null means derived from the
     * memory.
     */
    public record Rates(
            int requestsPerSecond,
            int burst,
            @Nullable Integer connectionsPerAddress,
            int lineConnections,
            @Nullable Integer lineConnectionsPerAddress) {}

    /**
     * The memory budget of connections, total and per address; zero means derived from the memory.
     */
    public record InFlight(long totalBytes, long perAddressBytes) {}

    /** The limits of the pools API. The rates are per second and address; zero means no limit. */
    public record Pools(
            int countMax,
            long ttlMaxNanos,
            long waitMaxNanos,
            int createdPerSecond,
            int unknownPerSecond) {}

    /** The entities' files, and the entities of the manifest when it was last read. */
    public record Entities(EntitiesFiles files, List<EntitySpec> manifest) {

        public Entities {
            manifest = List.copyOf(manifest);
        }
    }

    /**
     * PEM files of HTTPS and of the line protocol over TLS.
     *
     * @param tls12 whether TLS 1.2 is enabled too
     * @param clients the use of client certificates; null if none are requested
     */
    public record Tls(
            Path certificate,
            Path key,
            boolean tls12,
            @Nullable TlsClients clients) {}

    /**
     * Authentication by client certificate.
     *
     * @param authority the CA that verifies them
     * @param needed whether a certificate is required
     */
    public record TlsClients(Path authority, boolean needed, List<CertificateRole> roles) {

        public TlsClients {
            roles = List.copyOf(roles);
        }
    }

    /**
     * More limits; zero means no limit.
     *
     * @param forwarded whether the header {@code Forwarded} of proxies is used instead of
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
     * The audit log.
     *
     * @param file null for standard error
     * @param everything whether more than admin actions and failed authentications are written
     */
    public record Audit(@Nullable Path file, boolean everything) {}

    public boolean ephemeral() {
        return dataDir == null;
    }
}
