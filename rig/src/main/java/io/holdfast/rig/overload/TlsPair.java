package io.holdfast.rig.overload;

import io.holdfast.rig.process.CommandLine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate made by {@code holdfast cert}.
 *
 * @param flags the server's flags that name it
 * @param trusting a client context that trusts its authority
 */
record TlsPair(List<String> flags, SSLContext trusting) {

    static TlsPair in(Path directory) throws IOException {
        CommandLine.run("cert", directory.toString(), "--host", "127.0.0.1");
        List<String> flags = List.of(
                "--tls-cert",
                directory.resolve("server.pem").toString(),
                "--tls-key",
                directory.resolve("server-key.pem").toString());
        try {
            return new TlsPair(flags, trusting(directory.resolve("ca.pem")));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static SSLContext trusting(Path authority)
            throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
