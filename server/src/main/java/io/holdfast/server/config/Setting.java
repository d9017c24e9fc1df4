package io.holdfast.server.config;

import io.holdfast.core.command.Limits;
import io.holdfast.log.raft.RaftOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one list of settings. The flag is {@code --name}, the environment {@code HOLDFAST_X} (and
 * {@code DFLOCKD_X} where the original server has it), the file {@code name: value}.
 */
public enum Setting {
    HOST("host", "HOST", true, text("ADDR"), "127.0.0.1", "Address that the listeners bind to."),
    HTTP_HOST(
            "http-host",
            "HTTP_HOST",
            true,
            text("ADDR"),
            null,
            "Address of the HTTP listener, where it differs from --host."),
    HTTP_PORT(
            "http-port",
            "HTTP_PORT",
            true,
            port(),
            "6389",
            "Port of the HTTP listener; 0 picks a free one and prints it."),
    PORT(
            "port",
            "PORT",
            true,
            port(),
            "6388",
            "Port of the line protocol; 0 picks a free one and prints it."),
    DATA_DIR(
            "data-dir",
            "DATA_DIR",
            text("DIR"),
            null,
            "Where the state is kept; $XDG_STATE_HOME/holdfast or ~/.local/state/holdfast."),
    EPHEMERAL(
            "ephemeral",
            "EPHEMERAL",
            new Form.Switch(),
            "false",
            "Keep the state in memory alone; it ends with the process."),
    CONFIG("config", "CONFIG", text("FILE"), null, "YAML file with these names as its keys."),
    AUTH_TOKEN(
            "auth-token",
            "AUTH_TOKEN",
            true,
            text("TOKEN"),
            null,
            "Token that every client must bring. Visible in process lists: prefer the file."),
    AUTH_TOKEN_FILE(
            "auth-token-file",
            "AUTH_TOKEN_FILE",
            true,
            text("FILE"),
            null,
            "File with that token, on one line."),
    TLS_CERT(
            "tls-cert",
            "TLS_CERT",
            true,
            text("FILE"),
            null,
            "PEM certificate chain, for HTTPS and the line protocol."),
    TLS_KEY("tls-key", "TLS_KEY", true, text("FILE"), null, "PEM private key of --tls-cert."),
    ALLOWED_HOSTS(
            "allowed-hosts",
            "ALLOWED_HOSTS",
            text("NAMES"),
            null,
            "More names, with commas, that the Host of requests may have"
                    + " where no token guards them."),
    TRUSTED_PROXIES(
            "trusted-proxies",
            "TRUSTED_PROXIES",
            text("NETWORKS"),
            null,
            "Addresses or networks, with commas, whose Forwarded or X-Forwarded-Proto and"
                    + " X-Forwarded-Host are believed."),
    INSECURE(
            "insecure",
            "INSECURE",
            new Form.Switch(),
            "false",
            "Serve more than loopback although no token is required."),
    METRICS_PUBLIC(
            "metrics-public",
            "METRICS_PUBLIC",
            new Form.Switch(),
            "false",
            "Serve /metrics without the bearer token."),
    DEFAULT_LEASE_TTL(
            "default-lease-ttl",
            "DEFAULT_LEASE_TTL_S",
            true,
            seconds(1),
            "33",
            "Lease in seconds where the request names none."),
    GC_MAX_IDLE(
            "gc-max-idle",
            "GC_MAX_IDLE_S",
            true,
            seconds(0),
            "60",
            "Seconds until a key that nobody holds or waits for is forgotten."),
    MAX_LOCKS(
            "max-locks",
            "MAX_LOCKS",
            true,
            count(Limits.KEYS_MAX),
            "1000000",
            "Locks and semaphores together; 0 means " + Limits.KEYS_MAX + "."),
    MAX_WAITERS(
            "max-waiters",
            "MAX_WAITERS",
            true,
            count(Limits.WAITERS_PER_KEY_MAX),
            "0",
            "Waiters for each key; 0 means " + Limits.WAITERS_PER_KEY_MAX + "."),
    AUTO_RELEASE_ON_DISCONNECT(
            "auto-release-on-disconnect",
            "AUTO_RELEASE_ON_DISCONNECT",
            true,
            new Form.Switch(),
            "true",
            "Free what a session or connection holds when it ends; waits end in any case."),
    HTTP_SESSION_IDLE_TIMEOUT(
            "http-session-idle-timeout",
            "HTTP_SESSION_IDLE_S",
            true,
            seconds(0),
            "20",
            "A session ends after twice this many seconds without a request; 0 means never."),
    HTTP_MAX_SESSIONS(
            "http-max-sessions",
            "HTTP_MAX_SESSIONS",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Sessions in all; 0 means " + Limits.SESSIONS_MAX + "."),
    HTTP_MAX_SESSIONS_PER_IP(
            "http-max-sessions-per-ip",
            "HTTP_MAX_SESSIONS_PER_IP",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Sessions for each address; 0 means " + Limits.SESSIONS_MAX + "."),
    HTTP_MAX_CONNECTIONS_PER_IP(
            "http-max-connections-per-ip",
            "HTTP_MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            "0",
            "HTTP connections for each address; 0 means no limit."),
    HTTP_RATE_LIMIT_PER_IP(
            "http-rate-limit-per-ip",
            "HTTP_RATE_LIMIT_PER_IP",
            true,
            count(1_000_000),
            "0",
            "Requests a second for each address; 0 means no limit."),
    HTTP_RATE_LIMIT_BURST(
            "http-rate-limit-burst",
            "HTTP_RATE_LIMIT_BURST",
            true,
            count(1_000_000),
            "0",
            "Requests that may come at once; 0 means as many as a second allows."),
    HTTP_CORS_ALLOWED_ORIGINS(
            "http-cors-allowed-origins",
            "HTTP_CORS_ALLOWED_ORIGINS",
            true,
            text("ORIGINS"),
            null,
            "Origins, with commas, that browsers may call from; * means any."),
    MAX_CONNECTIONS(
            "max-connections",
            "MAX_CONNECTIONS",
            true,
            count(1_000_000),
            "0",
            "Connections of the line protocol; 0 means as many as open files allow."),
    MAX_CONNECTIONS_PER_IP(
            "max-connections-per-ip",
            "MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            "0",
            "Connections of the line protocol for each address; 0 means no limit."),
    READ_TIMEOUT(
            "read-timeout",
            "READ_TIMEOUT_S",
            true,
            seconds(1),
            "23",
            "Seconds that a request's body, or a line of the line protocol, may take to arrive."),
    WRITE_TIMEOUT(
            "write-timeout",
            "WRITE_TIMEOUT_S",
            true,
            seconds(0),
            "5",
            "Seconds that a reply may take to be taken; 0 means no limit."),
    SHUTDOWN_TIMEOUT(
            "shutdown-timeout",
            "SHUTDOWN_TIMEOUT_S",
            true,
            seconds(0),
            "30",
            "Seconds that a stop waits for requests and connections; 0 means 30 for HTTP and"
                    + " no end for the line protocol."),
    IDEMPOTENCY_WINDOW(
            "idempotency-window",
            "IDEMPOTENCY_WINDOW_S",
            seconds(1),
            "600",
            "Seconds that the answer to an Idempotency-Key is kept."),
    IDEMPOTENCY_MAX(
            "idempotency-max",
            "IDEMPOTENCY_MAX",
            new Form.Whole("N", 1, Limits.LEDGER_MAX),
            "100000",
            "Answers to Idempotency-Keys that are kept at most."),
    CLAIMS_GRACE(
            "claims-grace",
            "CLAIMS_GRACE_S",
            new Form.Seconds(Limits.SECONDS_MAX),
            "0.1",
            "Seconds that a lapsed claim stays active and renewable while nobody waits."),
    CLAIMS_KEEP(
            "claims-keep",
            "CLAIMS_KEEP_S",
            seconds(1),
            "604800",
            "Seconds that a finished claim stays listed."),
    CLAIMS_KEPT_MAX(
            "claims-kept-max",
            "CLAIMS_KEPT_MAX",
            new Form.Whole("N", 1, Limits.CLAIMS_MAX),
            "200000",
            "Finished claims that stay listed at most; the oldest go first."),
    MAX_CLAIMS(
            "max-claims",
            "MAX_CLAIMS",
            new Form.Whole("N", 1, Limits.CLAIMS_MAX),
            "1000000",
            "Claims that are active or waiting at a time."),
    CLAIMS_DATA_MAX(
            "claims-data-max",
            "CLAIMS_DATA_MAX_BYTES",
            new Form.Whole("BYTES", 1, Limits.CLAIM_DATA_BYTES_MAX),
            "65536",
            "Bytes of one claim's user data."),
    CLAIMS_DATA_TOTAL(
            "claims-data-total",
            "CLAIMS_DATA_TOTAL_BYTES",
            new Form.Whole("BYTES", Limits.CLAIM_DATA_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Bytes of all claims' user data; finished claims make room, the oldest first."),
    NODES_CLAIM_TTL(
            "nodes-claim-ttl",
            "NODES_CLAIM_TTL_S",
            seconds(1),
            "2700",
            "Seconds that a lease on a work node lasts without a heartbeat."),
    NODES_CLAIM_TTL_MAX(
            "nodes-claim-ttl-max",
            "NODES_CLAIM_TTL_MAX_S",
            seconds(1),
            "28800",
            "Seconds from now that a lease on a work node can be extended to."),
    NODES_RESERVE(
            "nodes-reserve",
            "NODES_RESERVE_S",
            seconds(1),
            "172800",
            "Seconds that a reserved work node is kept for its holder."),
    NODES_CLAIMABLE(
            "nodes-claimable",
            "NODES_CLAIMABLE",
            text("TYPES"),
            "task,issue,incident,question",
            "Types of work nodes that carry leases, with commas between them."),
    NODES_CLAIMING(
            "nodes-claiming",
            "NODES_CLAIMING",
            text("STATUSES"),
            "active,in-progress,in_progress",
            "Statuses that take the lease of a work node, with commas between them."),
    MAX_NODES(
            "max-nodes",
            "MAX_NODES",
            new Form.Whole("N", 1, Limits.KEYS_MAX),
            "1000000",
            "Work nodes that there may be at a time."),
    NODES_TEXT_TOTAL(
            "nodes-text-total",
            "NODES_TEXT_TOTAL_BYTES",
            new Form.Whole("BYTES", Limits.NODE_TEXT_BYTES_MAX, Long.MAX_VALUE),
            "1073741824",
            "Bytes of the texts of all work nodes."),
    MAX_POOLS(
            "max-pools",
            "MAX_POOLS",
            new Form.Whole("N", 1, Limits.POOLS_MAX),
            "100000",
            "Pools that there may be at a time."),
    MAX_POOL_LEASES(
            "max-pool-leases",
            "MAX_POOL_LEASES",
            new Form.Whole("N", 1, Limits.LEASES_MAX),
            "2000000",
            "Leases of pools, and borrowers that wait for one, all pools together."),
    POOLS_MAX_COUNT(
            "pools-max-count",
            "POOLS_MAX_COUNT",
            new Form.Whole("N", 1, Limits.POOL_COUNT_MAX),
            "1000",
            "Slots of a pool."),
    POOLS_MAX_TTL(
            "pools-max-ttl",
            "POOLS_MAX_TTL_S",
            seconds(1),
            "86400",
            "Seconds that a slot is lent at most; a longer ttl is cut to it."),
    POOLS_MAX_WAIT(
            "pools-max-wait",
            "POOLS_MAX_WAIT_S",
            seconds(0),
            "300",
            "Seconds that a borrower may wait; a longer wait is cut to it."),
    POOLS_CREATE_RATE_PER_IP(
            "pools-create-rate-per-ip",
            "POOLS_CREATE_RATE_PER_IP",
            count(1_000_000),
            "50",
            "Pools a second that an address may make, ten seconds' worth at once;"
                    + " 0 means no limit."),
    POOLS_UNKNOWN_RATE_PER_IP(
            "pools-unknown-rate-per-ip",
            "POOLS_UNKNOWN_RATE_PER_IP",
            count(1_000_000),
            "100",
            "Requests a second for pools that there are not, ten seconds' worth at once; an"
                    + " address that makes more is not answered for a while. 0 means no limit."),
    ENTITIES_PARAMS(
            "entities-params",
            "ENTITIES_PARAMS",
            text("FILE"),
            null,
            "YAML file with the section locking: of entity locks; read again on SIGHUP."),
    ENTITIES_MANIFEST(
            "entities-manifest",
            "ENTITIES_MANIFEST",
            text("FILE"),
            null,
            "YAML file with the entities that can be locked; read again on SIGHUP."),
    DEMO(
            "demo",
            "DEMO",
            new Form.Switch(),
            "false",
            "Serve the example entities, where no file names others."),
    MAX_ENTITIES(
            "max-entities",
            "MAX_ENTITIES",
            new Form.Whole("N", 1, Limits.ENTITIES_MAX),
            "10000",
            "Entities that there may be."),
    ENTITIES_VALUE_TOTAL(
            "entities-value-total",
            "ENTITIES_VALUE_TOTAL_BYTES",
            new Form.Whole("BYTES", Limits.ENTITY_VALUE_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Bytes of all values that the entities' collections keep."),
    SNAPSHOT_ENTRIES(
            "snapshot-entries",
            "SNAPSHOT_ENTRIES",
            new Form.Whole("N", 1, Integer.MAX_VALUE),
            Long.toString(RaftOptions.DEFAULT.snapshotEntries()),
            "Entries of the log after which the state is written out and the log cut."),
    NODE_LOST(
            "node-lost",
            "NODE_LOST_S",
            seconds(1),
            "10",
            "Seconds until a silent node's clients count as gone."),
    LEASE_SWEEP_INTERVAL(
            "lease-sweep-interval",
            "LEASE_SWEEP_INTERVAL_S",
            true,
            seconds(1),
            "1",
            "Accepted and not needed: leases end at their instant."),
    GC_INTERVAL(
            "gc-interval",
            "GC_INTERVAL_S",
            true,
            seconds(1),
            "5",
            "Accepted and not needed: idle keys are forgotten at their instant."),
    DEBUG("debug", "DEBUG", true, new Form.Switch(), "false", "Log more.");

    private final String flagName;
    private final String environmentName;
    private final boolean original;
    private final Form form;
    private final @Nullable String fallback;
    private final String help;

    Setting(
            String flagName,
            String environmentName,
            boolean original,
            Form form,
            @Nullable String fallback,
            String help) {
        this.flagName = flagName;
        this.environmentName = environmentName;
        this.original = original;
        this.form = form;
        this.fallback = fallback;
        this.help = help;
    }

    /** A setting that the original server does not have. */
    Setting(
            String flagName,
            String environmentName,
            Form form,
            @Nullable String fallback,
            String help) {
        this(flagName, environmentName, false, form, fallback, help);
    }

    private static Form text(String label) {
        return new Form.Text(label);
    }

    private static Form port() {
        return new Form.Whole("PORT", 0, 65_535);
    }

    private static Form seconds(long min) {
        return new Form.Whole("SECONDS", min, Limits.SECONDS_MAX);
    }

    private static Form count(int max) {
        return new Form.Whole("N", 0, max);
    }

    /** As it stands in the file; with two dashes before it, the flag. */
    public String flagName() {
        return flagName;
    }

    /** The setting of a flag, dashes included; null where there is none. */
    static @Nullable Setting ofFlag(String flag) {
        for (Setting setting : values()) {
            if (flag.length() == setting.flagName.length() + 2
                    && flag.startsWith("--")
                    && flag.endsWith(setting.flagName)) {
                return setting;
            }
        }
        return null;
    }

    /** The names in the environment, the one that wins first. */
    public List<String> environmentNames() {
        String own = "HOLDFAST_" + environmentName;
        return original ? List.of(own, "DFLOCKD_" + environmentName) : List.of(own);
    }

    Form form() {
        return form;
    }

    /** What it is where nobody says anything; null where that depends on other things. */
    public @Nullable String fallback() {
        return fallback;
    }

    public String help() {
        return help;
    }

    /** Whether the value must never be printed. */
    boolean secret() {
        return this == AUTH_TOKEN;
    }
}
