package io.holdfast.server.net;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings: PEM files and protocol versions.
 *
 * @param certificate the chain, the server's own certificate first
 * @param key its PKCS#8 key
 * @param tls12 whether TLS 1.2 is enabled too, for older clients
 * @param clientCa the CA certificates that verify client certificates; null requests none
 * @param clientsNeeded whether a client without a certificate is rejected
 */
public record TlsFiles(
        Path certificate, Path key, boolean tls12, @Nullable Path clientCa, boolean clientsNeeded) {

    /** TLS 1.3 without client certificates. */
    public TlsFiles(Path certificate, Path key) {
        this(certificate, key, false, null, false);
    }

    /** Returns when the first of a file's certificates expires. */
    public static Instant expiry(Path certificates) throws IOException {
        Instant first = Instant.MAX;
        for (X509Certificate certificate : PemFiles.certificates(certificates)) {
            Instant end = certificate.getNotAfter().toInstant();
            first = end.isBefore(first) ? end : first;
        }
        return first;
    }

    List<Path> all() {
        List<Path> all = new ArrayList<>(List.of(certificate, key));
        if (clientCa != null) {
            all.add(clientCa);
        }
        return all;
    }
}
