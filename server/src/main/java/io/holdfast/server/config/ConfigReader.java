package io.holdfast.server.config;

import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.command.PoolsSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeType;
import io.holdfast.server.auth.TokenFile;
import io.holdfast.server.text.Nearest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a validated {@link ServerConfig} from flags, environment and file. */
public final class ConfigReader {

    private static final long HTTP_SHUTDOWN_FALLBACK_SECONDS = 30;
    private static final long MILLIS_MAX_SECONDS = Integer.MAX_VALUE / 1000;

    /** What the command line and the launcher read, whose names may be near those of settings. */
    private static final Set<String> OF_OTHERS = Set.of(
            "HOLDFAST_URL",
            "HOLDFAST_SERVER",
            "HOLDFAST_TOKEN",
            "HOLDFAST_TOKEN_FILE",
            "HOLDFAST_CA",
            "HOLDFAST_OWNER",
            "HOLDFAST_PROFILE",
            "HOLDFAST_HEAP",
            "HOLDFAST_JAVA_OPTS",
            "HOLDFAST_CACHE_DIR");

    private final Values values;
    private final Map<String, String> environment;
    private final List<String> warnings = new ArrayList<>();

    private ConfigReader(Values values, Map<String, String> environment) {
        this.values = values;
        this.environment = environment;
    }

    /** Reads all settings; the environment is an argument so that tests need not set theirs. */
    public static ServerConfig read(List<String> arguments, Map<String, String> environment)
            throws ConfigException {
        return new ConfigReader(Values.resolve(arguments, environment), environment).config();
    }

    /** Returns a warning for each environment variable whose name is nearly that of a setting. */
    private List<String> misspelt() {
        List<String> known = Setting.all().stream()
                .flatMap(setting -> setting.environmentNames().stream())
                .toList();
        List<String> found = new ArrayList<>();
        for (String name : environment.keySet()) {
            boolean isOurs = name.startsWith("HOLDFAST_") && !OF_OTHERS.contains(name);
            String question = isOurs && !known.contains(name) ? Nearest.question(name, known) : "";
            if (!question.isEmpty()) {
                found.add("The environment variable " + name + " is not a setting." + question);
            }
        }
        return found;
    }

    private ServerConfig config() throws ConfigException {
        String host = text(EdgeSetting.HOST, "127.0.0.1");
        String httpHost = text(EdgeSetting.HTTP_HOST, host);
        int httpPort = values.count(EdgeSetting.HTTP_PORT);
        int linePort = values.count(EdgeSetting.PORT);
        if (httpPort != 0 && httpPort == linePort) {
            throw wrong("--http-port and --port are both "
                    + httpPort
                    + "; expected two different ports. Change one, or use 0 for any.");
        }
        ServerConfig.Guard guard = guard();
        checkReach(host, guard);
        if (!httpHost.equals(host)) {
            checkReach(httpHost, guard);
        }
        warnings.addAll(misspelt());
        EntitiesFiles files = entitiesFiles();
        EntitiesFiles.Contents entities = files.read();
        warnings.addAll(entities.warnings());
        GuardReader guards = new GuardReader(values);
        TenantsFile tenants = tenantsFile();
        long shutdownSeconds = values.whole(EdgeSetting.SHUTDOWN_TIMEOUT);
        return new ServerConfig(
                httpHost,
                httpPort,
                host,
                linePort,
                dataDir(),
                settings().with(entities.settings()).with(tenants.read()),
                guard,
                rates(),
                pools(),
                new ServerConfig.Entities(files, entities.entities()),
                tenants,
                guards.tls(),
                guards.throttles(),
                guards.inFlight(),
                guards.audit(),
                millis(values.whole(EdgeSetting.READ_TIMEOUT)),
                millis(values.whole(EdgeSetting.WRITE_TIMEOUT)),
                millis(shutdownSeconds == 0 ? HTTP_SHUTDOWN_FALLBACK_SECONDS : shutdownSeconds),
                millis(shutdownSeconds),
                values.whole(LogSetting.SNAPSHOT_ENTRIES),
                stateBytesMax(),
                values.count(EdgeSetting.EVENT_BUFFER),
                new ClusterReader(values, warnings).cluster(dataDir()),
                values.on(EdgeSetting.DASHBOARD),
                new TraceReader(values).traces(),
                values.on(EdgeSetting.DEBUG),
                List.copyOf(warnings));
    }

    /** The other half of the heap is for requests and replies, snapshots, and the collector. */
    private long stateBytesMax() {
        long chosen = values.whole(LogSetting.STATE_MEMORY);
        return chosen > 0 ? chosen : Runtime.getRuntime().maxMemory() / 2;
    }

    private ServerConfig.Guard guard() throws ConfigException {
        IdentityReader identity = new IdentityReader(values);
        return new ServerConfig.Guard(
                AuthTokens.find(values, warnings),
                tokensFile(),
                values.on(AuthSetting.METRICS_PUBLIC),
                values.items(AuthSetting.ALLOWED_HOSTS),
                values.items(EdgeSetting.HTTP_CORS_ALLOWED_ORIGINS),
                IdentityReader.networks(values, AuthSetting.TRUSTED_PROXIES),
                identity.oidc(),
                identity.proxy(),
                "keep".equals(values.text(GuardSetting.REVOKED_GRANTS)));
    }

    /** A missing file is not an error: tokens can be created while the server runs. */
    private @Nullable Path tokensFile() throws ConfigException {
        Path path = file(AuthSetting.TOKENS_FILE);
        if (path == null) {
            return null;
        }
        try {
            if (new TokenFile(path).read().isEmpty()) {
                warnings.add("There are no tokens in " + path + " yet. Create one with:"
                        + " holdfast token create --tokens-file " + path + " --name NAME");
            }
        } catch (IOException e) {
            throw wrong("--tokens-file is invalid: " + e.getMessage());
        }
        return path.toAbsolutePath();
    }

    private Settings settings() throws ConfigException {
        return new Settings(
                        values.nanos(LocksSetting.DEFAULT_LEASE_TTL),
                        values.nanos(LocksSetting.HTTP_SESSION_IDLE_TIMEOUT),
                        values.nanos(LocksSetting.GC_MAX_IDLE),
                        values.on(LocksSetting.AUTO_RELEASE_ON_DISCONNECT),
                        values.capped(LocksSetting.MAX_LOCKS, Limits.KEYS_MAX),
                        values.capped(LocksSetting.MAX_WAITERS, Limits.WAITERS_PER_KEY_MAX),
                        values.capped(LocksSetting.HTTP_MAX_SESSIONS, Limits.SESSIONS_MAX),
                        values.capped(LocksSetting.HTTP_MAX_SESSIONS_PER_IP, Limits.SESSIONS_MAX),
                        values.nanos(LocksSetting.IDEMPOTENCY_WINDOW),
                        values.count(LocksSetting.IDEMPOTENCY_MAX))
                .withHistory(values.count(LocksSetting.HISTORY))
                .withLocksPerSession(
                        values.capped(LocksSetting.MAX_LOCKS_PER_SESSION, Limits.KEYS_MAX))
                .with(claims())
                .with(nodes())
                .with(new PoolsSettings(
                        values.count(ContractSetting.MAX_POOLS),
                        values.count(ContractSetting.MAX_POOL_LEASES)));
    }

    private EntitiesFiles entitiesFiles() {
        EntitiesSettings base = EntitiesSettings.DEFAULT;
        return new EntitiesFiles(
                file(ContractSetting.ENTITIES_PARAMS),
                file(ContractSetting.ENTITIES_MANIFEST),
                values.on(ContractSetting.DEMO),
                new EntitiesSettings(
                        base.enabled(),
                        base.maxSeconds(),
                        base.components(),
                        base.apps(),
                        values.count(ContractSetting.MAX_ENTITIES),
                        base.itemsMax(),
                        base.valueBytesMax(),
                        values.whole(ContractSetting.ENTITIES_VALUE_TOTAL),
                        values.count(ContractSetting.MAX_ITEMS_PER_ENTITY)));
    }

    private TenantsFile tenantsFile() {
        return new TenantsFile(
                file(TenantSetting.FILE),
                new TenantQuota(
                        values.whole(TenantSetting.MAX_KEYS),
                        values.whole(TenantSetting.MAX_LEASES),
                        values.whole(TenantSetting.MAX_WAITERS),
                        values.whole(TenantSetting.MAX_SESSIONS),
                        values.whole(TenantSetting.MAX_BYTES)));
    }

    private @Nullable Path file(Setting setting) {
        String name = values.text(setting);
        return name == null ? null : Path.of(name);
    }

    private NodesSettings nodes() throws ConfigException {
        List<NodeType> types = new ArrayList<>();
        for (String name : values.items(ContractSetting.NODES_CLAIMABLE)) {
            NodeType type = NodeType.of(name);
            if (type == null) {
                throw wrong("--nodes-claimable names \"" + name
                        + "\", which is not a type of nodes. Correct or remove it.");
            }
            types.add(type);
        }
        try {
            return new NodesSettings(
                    values.nanos(ContractSetting.NODES_CLAIM_TTL),
                    values.nanos(ContractSetting.NODES_CLAIM_TTL_MAX),
                    values.nanos(ContractSetting.NODES_RESERVE),
                    types,
                    values.items(ContractSetting.NODES_CLAIMING),
                    values.count(ContractSetting.MAX_NODES),
                    Limits.NODE_TEXT_BYTES_MAX,
                    values.whole(ContractSetting.NODES_TEXT_TOTAL));
        } catch (IllegalArgumentException e) {
            throw wrong("--nodes-claim-ttl-max is shorter than --nodes-claim-ttl: " + e.getMessage()
                    + ".");
        }
    }

    private ClaimsSettings claims() {
        return new ClaimsSettings(
                values.fineNanos(ContractSetting.CLAIMS_GRACE),
                values.nanos(ContractSetting.CLAIMS_KEEP),
                values.count(ContractSetting.CLAIMS_KEPT_MAX),
                values.count(ContractSetting.MAX_CLAIMS),
                values.count(ContractSetting.CLAIMS_DATA_MAX),
                values.whole(ContractSetting.CLAIMS_DATA_TOTAL));
    }

    private ServerConfig.Pools pools() {
        return new ServerConfig.Pools(
                values.count(ContractSetting.POOLS_MAX_COUNT),
                values.nanos(ContractSetting.POOLS_MAX_TTL),
                values.nanos(ContractSetting.POOLS_MAX_WAIT),
                values.count(ContractSetting.POOLS_CREATE_RATE_PER_IP),
                values.count(ContractSetting.POOLS_UNKNOWN_RATE_PER_IP));
    }

    private ServerConfig.Rates rates() {
        int rate = values.count(EdgeSetting.HTTP_RATE_LIMIT_PER_IP);
        int burst = values.count(EdgeSetting.HTTP_RATE_LIMIT_BURST);
        return new ServerConfig.Rates(
                rate,
                burst == 0 ? rate : burst,
                values.countOrNull(EdgeSetting.HTTP_MAX_CONNECTIONS_PER_IP),
                values.count(EdgeSetting.MAX_CONNECTIONS),
                values.countOrNull(EdgeSetting.MAX_CONNECTIONS_PER_IP));
    }

    /** Of --ephemeral and --data-dir the stronger source wins; two of the same rank conflict. */
    private @Nullable Path dataDir() throws ConfigException {
        String named = values.text(LogSetting.DATA_DIR);
        boolean ephemeral = values.on(LogSetting.EPHEMERAL);
        if (ephemeral && named != null) {
            int order = values.source(LogSetting.EPHEMERAL)
                    .compareTo(values.source(LogSetting.DATA_DIR));
            if (order == 0) {
                throw wrong("--ephemeral conflicts with --data-dir "
                        + named
                        + ". Remove one of the two.");
            }
            ephemeral = order > 0;
        }
        if (ephemeral) {
            return null;
        }
        return named != null ? Path.of(named).toAbsolutePath() : stateHome().resolve("holdfast");
    }

    private Path stateHome() throws ConfigException {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        // The XDG specification ignores a relative path.
        if (!state.isEmpty() && Path.of(state).isAbsolute()) {
            return Path.of(state);
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
        if (home.isEmpty()) {
            throw wrong(
                    "Neither XDG_STATE_HOME nor HOME is set, so there is no default data directory."
                            + " Give --data-dir DIR, or --ephemeral to store nothing.");
        }
        return Path.of(home, ".local", "state");
    }

    private void checkReach(String host, ServerConfig.Guard guard) throws ConfigException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw wrong("Cannot resolve the address \""
                    + host
                    + "\" of --host or --http-host."
                    + " Give an address of this machine, such as 127.0.0.1 or 0.0.0.0.");
        }
        boolean certificates = values.text(GuardSetting.TLS_CLIENT_CA) != null;
        if (address.isLoopbackAddress() || guard.asksWho() || certificates) {
            return;
        }
        if (!values.on(AuthSetting.INSECURE)) {
            throw wrong("Binding to "
                    + host
                    + " gives other machines access without authentication."
                    + " Give --auth-token-file FILE, --tokens-file FILE or another kind of"
                    + " authentication, bind to 127.0.0.1,"
                    + " or give --insecure if this is intended.");
        }
        warnings.add("Any client that reaches "
                + host
                + " can take and release every lock: --insecure is on without authentication.");
    }

    private String text(Setting setting, String fallback) {
        String text = values.text(setting);
        return text == null ? fallback : text;
    }

    /** Clamps to the range of timers, which is practically no limit. */
    private static long millis(long seconds) {
        return Math.min(seconds, MILLIS_MAX_SECONDS) * 1000;
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
