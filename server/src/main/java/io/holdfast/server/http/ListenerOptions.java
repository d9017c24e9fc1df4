package io.holdfast.server.http;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener listens and what it admits.
 *
 * @param port 0 picks a free one
 * @param tls the certificate and key, or null for plain HTTP
 */
public record ListenerOptions(
        String host, int port, EdgeLimits limits, @Nullable TlsFiles tls) {

    /** PEM files: a certificate chain and its PKCS#8 key. */
    public record TlsFiles(Path certificate, Path key) {}

    public static ListenerOptions on(String host, int port) {
        return new ListenerOptions(host, port, EdgeLimits.DEFAULT, null);
    }

    public ListenerOptions withLimits(EdgeLimits newLimits) {
        return new ListenerOptions(host, port, newLimits, tls);
    }

    public ListenerOptions withTls(@Nullable TlsFiles newTls) {
        return new ListenerOptions(host, port, limits, newTls);
    }
}
