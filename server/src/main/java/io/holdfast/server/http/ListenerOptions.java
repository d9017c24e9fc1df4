package io.holdfast.server.http;

import io.holdfast.server.net.Binding;
import io.holdfast.server.net.TlsFiles;

import org.jspecify.annotations.Nullable;

/**
 * The address and limits of a listener.
 *
 * @param port 0 picks a free port
 * @param tls the certificate and key, or null for plain HTTP
 */
public record ListenerOptions(
        String host, int port, EdgeLimits limits, @Nullable TlsFiles tls) {

    public static ListenerOptions on(String host, int port) {
        return new ListenerOptions(host, port, EdgeLimits.DEFAULT, null);
    }

    public ListenerOptions withLimits(EdgeLimits newLimits) {
        return new ListenerOptions(host, port, newLimits, tls);
    }

    public ListenerOptions withTls(@Nullable TlsFiles newTls) {
        return new ListenerOptions(host, port, limits, newTls);
    }

    Binding binding() {
        long shortestMillis =
                Math.min(limits.headMillis(), Math.min(limits.bodyMillis(), limits.idleMillis()));
        if (limits.writeMillis() > 0) {
            shortestMillis = Math.min(shortestMillis, limits.writeMillis());
        }
        return new Binding(
                host,
                port,
                limits.connectionsMax(),
                limits.connectionsPerAddressMax(),
                shortestMillis,
                tls);
    }
}
