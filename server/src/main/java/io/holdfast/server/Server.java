package io.holdfast.server;

import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;
import io.holdfast.log.GroupControl;
import io.holdfast.log.SyncTimes;
import io.holdfast.log.engine.BatchListener;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.admin.AuditRoute;
import io.holdfast.server.admin.BackupRoute;
import io.holdfast.server.admin.ClusterRoutes;
import io.holdfast.server.admin.WhoAmIRoute;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.claims.ClaimsDialect;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.EntitiesFiles;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.dashboard.DashboardRoutes;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.entities.EntitiesDialect;
import io.holdfast.server.entities.ManifestLoader;
import io.holdfast.server.events.EventBuffer;
import io.holdfast.server.events.EventsRoute;
import io.holdfast.server.http.HttpListener;
import io.holdfast.server.http.Origins;
import io.holdfast.server.http.Route;
import io.holdfast.server.http.RouteTable;
import io.holdfast.server.line.LineGuard;
import io.holdfast.server.line.LineListener;
import io.holdfast.server.locks.LocksDialect;
import io.holdfast.server.net.ByteBudget;
import io.holdfast.server.net.CertificateWatch;
import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.EventLoops;
import io.holdfast.server.net.TlsFiles;
import io.holdfast.server.nodes.NodesDialect;
import io.holdfast.server.openapi.OpenApiRoute;
import io.holdfast.server.ops.Metrics;
import io.holdfast.server.ops.OpsRoutes;
import io.holdfast.server.ops.StateCounts;
import io.holdfast.server.pools.PoolsDialect;
import io.holdfast.server.resources.ResourceRoutes;
import io.holdfast.server.terraform.TerraformDialect;
import io.holdfast.server.trace.Tracing;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running server: the log, the engine, the event loops and the listeners. */
public final class Server implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private static final long COUNTS_SECONDS_MAX = 2;

    private final ServerConfig config;
    private final Engine engine;
    private final @Nullable Group group;
    private final MemberReadiness readiness;
    private final Vertx vertx;
    private final Audit audit;
    private final HttpListener http;
    private final LineListener line;
    private final @Nullable CertificateWatch certificates;
    private final Metrics metrics;
    private final Requests requests;
    private final ClaimsDialect claims;
    private final Identity identity;
    private final List<Route> routes;
    private final EventBuffer eventBuffer;
    private final @Nullable Tracing tracing;
    private final List<Consumer<List<Event>>> listeners = new CopyOnWriteArrayList<>();
    private final List<BatchListener> batchListeners = new CopyOnWriteArrayList<>();
    private boolean stopped;

    private Server(
            ServerConfig config,
            Engine engine,
            CommitLog log,
            Clock clock,
            Vertx vertx,
            Audit audit) {
        this.config = config;
        this.engine = engine;
        this.group = log.group();
        this.eventBuffer = EventBuffer.of(group, config.eventsMax(), clock);
        this.readiness = new MemberReadiness(engine, log);
        this.vertx = vertx;
        this.audit = audit;
        this.metrics = new Metrics(readiness::now, this::counts);
        Origins origins = new Origins(config.guard().trustedProxies(), config.tls() != null);
        this.requests = new Requests(engine);
        this.claims = new ClaimsDialect(
                requests, clock, origins, config.settings().claims().dataBytesMax());
        this.identity = new Identity(config, clock, engine, vertx, audit);
        GroupControl control = log.control();
        this.routes = allRoutes(clock, control);
        RouteTable table = RouteTable.of(routes, LocksDialect.DIALECT);
        ByteBudget budget = ListenerSettings.budget(config);
        ConnectionCapacity room = ConnectionCapacity.ofProcess(budget);
        Authenticators authenticators = identity.authenticators();
        AuthWatch watch =
                new AuthWatch(config.throttles().authFailuresPerAddress(), new TurnedAway());
        ConnectionLimit seats = new ConnectionLimit(config.throttles().connectionsPerPrincipal());
        this.http = new HttpListener(
                vertx,
                ListenerSettings.http(config, budget.sizes()),
                room,
                ListenerSettings.policy(config, authenticators, watch, seats),
                table,
                metrics);
        LineGuard guard = new LineGuard(
                authenticators,
                watch,
                seats,
                config.throttles().unauthenticatedConnections(),
                config.guard().keepsRevokedGrants());
        this.line = new LineListener(
                vertx, ListenerSettings.line(config, budget.sizes()), room, guard, engine, metrics);
        TlsFiles tls = ListenerSettings.tls(config);
        this.certificates = tls == null
                ? null
                : new CertificateWatch(
                        tls,
                        this::certificateRead,
                        http::reloadCertificate,
                        line::reloadCertificate);
        CertificatesInUse.clients(config, metrics.certificates());
        CertificatesInUse.peers(config, metrics.certificates());
        metrics.lineConnections(line::connections);
        measureLog(control);
        engine.onEvents(this::happened);
        this.tracing = TracingStart.of(config, control);
        http.traceWith(tracing);
        engine.follow(tracing == null ? eventBuffer : tracing.follower().and(eventBuffer));
        engine.onBatches(this::applied);
        engine.onDecisions(audit);
        metrics.guards().audit(audit::written, audit::dropped);
        metrics.guards().connections(room::refusals, room::acceptFailures);
        metrics.guards().budget(budget);
        batchListeners.add(metrics::batch);
    }

    private void certificateRead(boolean taken) {
        audit.administered("reload", "certificate", taken ? null : "the files are invalid");
        if (taken) {
            CertificatesInUse.clients(config, metrics.certificates());
        }
    }

    private void measureLog(GroupControl control) {
        Path dataDir = config.dataDir();
        if (dataDir != null) {
            metrics.log().directory(dataDir);
            metrics.log().group(control::status);
            metrics.log().format(engine::format);
            SyncTimes.onSync(metrics.log()::synced);
        }
    }

    /** Starts everything and returns once requests are served. */
    public static Server start(ServerConfig config, Clock clock) throws IOException {
        return start(config, clock, MemberStart.log(config, clock));
    }

    static Server start(ServerConfig config, Clock clock, CommitLog log) throws IOException {
        Server server = listening(config, clock, log);
        server.awaitServing();
        return server;
    }

    /** Starts the listeners; a cluster member serves only after {@link #awaitServing}. */
    public static Server listening(ServerConfig config, Clock clock) throws IOException {
        return listening(config, clock, MemberStart.log(config, clock));
    }

    private static Server listening(ServerConfig config, Clock clock, CommitLog log)
            throws IOException {
        Audit audit = Audit.start(config.audit().file(), config.audit().everything());
        try {
            return listening(config, clock, log, audit);
        } catch (IOException | RuntimeException e) {
            audit.close();
            throw e;
        }
    }

    private static Server listening(ServerConfig config, Clock clock, CommitLog log, Audit audit)
            throws IOException {
        // The files and the event loops are independent, so they start concurrently.
        CompletableFuture<Vertx> loops = new CompletableFuture<>();
        Thread.ofPlatform().name("start-loops").start(() -> {
            try {
                loops.complete(EventLoops.start(0));
            } catch (RuntimeException | Error e) {
                loops.completeExceptionally(e);
            }
        });
        Engine engine = MemberStart.engine(config, clock, log);
        boolean alone = log.group() == null;
        if (alone) {
            try {
                MemberStart.open(engine, config);
            } catch (IOException | RuntimeException e) {
                loops.thenAccept(Vertx::close);
                throw e;
            }
        }
        Server server = new Server(config, engine, log, clock, loops.join(), audit);
        try {
            server.listen();
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /**
     * Waits for the group and its leader if this is a cluster member; client requests are rejected
     * meanwhile, and probes are answered. A single server already serves.
     */
    public void awaitServing() throws IOException {
        if (group == null) {
            return;
        }
        try {
            MemberStart.open(engine, config);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void listen() throws ListenException {
        try {
            http.start();
        } catch (BindException e) {
            throw new ListenException(e, "--http-port");
        } catch (IOException e) {
            throw new ListenException(e);
        }
        try {
            line.start();
        } catch (BindException e) {
            throw new ListenException(e, "--port");
        } catch (IOException e) {
            throw new ListenException(e);
        }
        if (certificates != null) {
            certificates.start();
        }
    }

    private List<Route> allRoutes(Clock clock, GroupControl control) {
        long idleNanos = config.settings().sessionIdleNanos();
        List<Route> routes = new ArrayList<>(LocksDialect.routes(requests, idleNanos));
        routes.addAll(EntitiesDialect.routes(requests));
        routes.addAll(PoolsDialect.routes(requests, config.pools()));
        routes.addAll(claims.routes());
        routes.addAll(
                TerraformDialect.routes(requests, config.settings().claims().dataBytesMax()));
        routes.addAll(NodesDialect.routes(
                requests, clock, config.settings().nodes(), identity.agentOwners()));
        routes.add(OpenApiRoute.route(LocksDialect.DIALECT));
        routes.addAll(ResourceRoutes.of(requests, audit));
        routes.add(EventsRoute.of(eventBuffer));
        routes.add(BackupRoute.of(LocksDialect.DIALECT, engine, Main.version(), audit));
        routes.addAll(ClusterRoutes.of(LocksDialect.DIALECT, control, engine::format, audit));
        routes.addAll(OpsRoutes.of(
                LocksDialect.DIALECT,
                readiness::now,
                readiness::detail,
                metrics,
                config.guard().metricsPublic()));
        routes.add(AuditRoute.of(LocksDialect.DIALECT, control, audit));
        routes.add(WhoAmIRoute.of(LocksDialect.DIALECT));
        if (config.dashboard()) {
            routes.addAll(DashboardRoutes.all());
        }
        return List.copyOf(routes);
    }

    /** Counts and audits failed authentication and authorization. */
    private final class TurnedAway implements AuthWatch.Listener {

        @Override
        public void refused(
                String dialect, @Nullable Principal who, String what, String address, String why) {
            if (who == null) {
                audit.turnedAway(dialect, new Actor("", "", address), null, what, why);
            } else {
                Actor actor = new Actor(who.tenant(), who.name(), address);
                audit.turnedAway(dialect, actor, who.agent(), what, why);
            }
        }

        @Override
        public void counted() {
            metrics.guards().authFailed();
        }
    }

    /** Blocks until the engine answers, so it must not be called on an event loop or lane. */
    private StateCounts counts() {
        CompletableFuture<StateCounts> counts = new CompletableFuture<>();
        engine.readStale(
                new Query.Gauges(),
                (now, point) -> counts.complete(new StateCounts(
                        now.connections(),
                        now.sessions(),
                        now.locksHeld(),
                        now.lockWaiters(),
                        now.semaphoreHolders(),
                        now.semaphoreWaiters(),
                        now.pools(),
                        now.claims(),
                        now.use(),
                        now.memory())));
        return counts.completeOnTimeout(StateCounts.NONE, COUNTS_SECONDS_MAX, TimeUnit.SECONDS)
                .join();
    }

    private void happened(List<Event> events) {
        events.forEach(metrics::happened);
        claims.happened(events);
        for (Consumer<List<Event>> listener : listeners) {
            listener.accept(events);
        }
    }

    private void applied(int commands, long nanos) {
        for (BatchListener listener : batchListeners) {
            listener.applied(commands, nanos);
        }
    }

    /** Returns the port in use, even if 0 was requested. */
    public int httpPort() {
        return http.port();
    }

    /** Returns the line protocol port in use. */
    public int linePort() {
        return line.port();
    }

    /** Returns all routes, for comparison with the OpenAPI document. */
    public List<Route> routes() {
        return routes;
    }

    /** Returns the number of requests that wait for a claim to change. */
    public int watches() {
        return claims.watching();
    }

    /**
     * Completes when this member has applied all acknowledged batches and all deadlines that have
     * passed.
     */
    public CompletableFuture<Void> caughtUp() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        engine.read(
                new Query.Gauges(), (now, point) -> done.complete(null), () -> done.complete(null));
        return done;
    }

    /** Adds a listener for events, called on the engine's thread: it must not take long. */
    public void onEvents(Consumer<List<Event>> listener) {
        listeners.add(listener);
    }

    /** Adds a listener for batches, called on the engine's thread: it must not take long. */
    public void onBatches(BatchListener listener) {
        batchListeners.add(listener);
    }

    /**
     * Reopens the audit log, reloads the certificate, the entities' files and the tenants' quotas,
     * and applies the latter two on every replica. An invalid file changes nothing. Blocks, so it
     * must not be called on an event loop or lane.
     */
    public void reload() throws ConfigException {
        audit.reopen();
        if (certificates != null) {
            certificates.reload();
        }
        try {
            reloadSettings();
            audit.administered("reload", "files", null);
        } catch (ConfigException e) {
            audit.administered("reload", "files", e.getMessage());
            throw e;
        }
    }

    /** Reads both files before it applies either, so an invalid one changes nothing. */
    private void reloadSettings() throws ConfigException {
        EntitiesFiles.Contents now = config.entities().files().read();
        Settings settings =
                config.settings().with(now.settings()).with(config.tenants().read());
        now.warnings().forEach(LOG::warn);
        new ManifestLoader(engine).reload(settings, now.entities()).join();
    }

    /** Sets an action that runs, with the cause, when the log can store nothing any more. */
    public void onLogEnd(Consumer<Throwable> action) {
        engine.failure().thenAccept(action);
    }

    /**
     * Stops gracefully: readiness reports it, waits end as their API defines, and requests in
     * progress end within the shutdown timeout.
     */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        Duration grace = Duration.ofMillis(config.shutdownTimeoutMillis());
        try {
            claims.drain();
            eventBuffer.drain();
            engine.drain().get(grace.toMillis(), TimeUnit.MILLISECONDS);
            Duration lineGrace = Duration.ofMillis(config.lineShutdownTimeoutMillis());
            CompletableFuture<Void> lines = line.drain(lineGrace);
            http.drain(grace).get(grace.toMillis() + 1000, TimeUnit.MILLISECONDS);
            // After the grace period it closes the remaining connections; without one it may take
            // any time.
            lines.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("stop did not complete within the shutdown timeout", e);
        }
        end();
    }

    /** Closes the connections that a stop is waiting for. */
    public void hurry() {
        http.close();
        line.close();
    }

    /** Stops immediately, as a crash would, apart from closing the files. */
    @Override
    public synchronized void close() {
        if (!stopped) {
            stopped = true;
            end();
        }
    }

    private void end() {
        if (certificates != null) {
            certificates.close();
        }
        http.close();
        line.close();
        identity.close();
        engine.close();
        vertx.close().await();
        if (tracing != null) {
            tracing.close();
        }
        audit.close();
    }
}
