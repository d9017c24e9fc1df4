package io.holdfast.server;

import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.http.ClientAddresses;
import io.holdfast.server.http.EdgeLimits;
import io.holdfast.server.http.EdgePolicy;
import io.holdfast.server.http.ListenerOptions;
import io.holdfast.server.http.Origins;
import io.holdfast.server.http.Throttle;
import io.holdfast.server.line.LineOptions;
import io.holdfast.server.net.BudgetSizes;
import io.holdfast.server.net.ByteBudget;
import io.holdfast.server.net.Networks;
import io.holdfast.server.net.Remote;
import io.holdfast.server.net.TlsFiles;

import org.jspecify.annotations.Nullable;

/** Derives the listeners' options from the server's settings. */
final class ListenerSettings {

    private ListenerSettings() {}

    /**
     * Returns the memory budget of connections. Clients behind trusted proxies are told apart
     * later.
     */
    static ByteBudget budget(ServerConfig config) {
        ServerConfig.InFlight wanted = config.inFlight();
        Networks proxies = config.guard().trustedProxies();
        return new ByteBudget(
                BudgetSizes.ofProcess(wanted.totalBytes(), wanted.perAddressBytes()),
                address -> !proxies.isEmpty() && proxies.hold(Remote.text(address)));
    }

    private static int perAddress(
            @Nullable Integer wanted, ServerConfig config, BudgetSizes sizes, int max) {
        if (wanted != null) {
            return wanted;
        }
        int derived = sizes.connectionsPerAddress(config.tls() != null);
        return max > 0 ? Math.min(max, derived) : derived;
    }

    static ListenerOptions http(ServerConfig config, BudgetSizes sizes) {
        int connections = config.throttles().httpConnections();
        EdgeLimits limits = EdgeLimits.DEFAULT
                .withReadTimeouts(
                        EdgeLimits.DEFAULT.headMillis(),
                        config.readTimeoutMillis(),
                        EdgeLimits.DEFAULT.idleMillis())
                .withWriteTimeout(config.writeTimeoutMillis())
                .withConnections(
                        connections,
                        perAddress(
                                config.rates().connectionsPerAddress(),
                                config,
                                sizes,
                                connections));
        return ListenerOptions.on(config.httpHost(), config.httpPort())
                .withLimits(limits)
                .withTls(tls(config));
    }

    static LineOptions line(ServerConfig config, BudgetSizes sizes) {
        int connections = config.rates().lineConnections();
        return new LineOptions(
                config.lineHost(),
                config.linePort(),
                tls(config),
                config.readTimeoutMillis(),
                config.writeTimeoutMillis(),
                connections,
                perAddress(config.rates().lineConnectionsPerAddress(), config, sizes, connections));
    }

    static @Nullable TlsFiles tls(ServerConfig config) {
        ServerConfig.Tls tls = config.tls();
        if (tls == null) {
            return null;
        }
        ServerConfig.TlsClients clients = tls.clients();
        return new TlsFiles(
                tls.certificate(),
                tls.key(),
                tls.tls12(),
                clients == null ? null : clients.authority(),
                clients != null && clients.needed());
    }

    static EdgePolicy policy(
            ServerConfig config,
            Authenticators authenticators,
            AuthWatch watch,
            ConnectionLimit seats) {
        ServerConfig.Guard guard = config.guard();
        ServerConfig.Throttles throttles = config.throttles();
        return new EdgePolicy(
                authenticators,
                guard.corsOrigins(),
                config.rates().requestsPerSecond(),
                config.rates().burst(),
                guard.allowedHosts(),
                new Throttle(
                        throttles.requestsPerPrincipal(),
                        throttles.principalBurst(),
                        seats,
                        watch,
                        new ClientAddresses(guard.trustedProxies(), throttles.forwarded())),
                new Origins(guard.trustedProxies(), config.tls() != null));
    }
}
