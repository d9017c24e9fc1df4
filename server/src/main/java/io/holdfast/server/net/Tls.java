package io.holdfast.server.net;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the TLS context from PEM files: TLS 1.3 with the JDK's cipher suites. TLS 1.3 has no
 * renegotiation; if 1.2 is enabled, JVM options forbid client-initiated renegotiation.
 */
final class Tls {

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final byte[] PROBE = {'p', 'r', 'o', 'b', 'e'};

    private Tls() {}

    /** Returns a context, or throws an exception that names the invalid file. */
    static SslContext context(TlsFiles files) throws IOException {
        checkPrivate(files.key());
        X509Certificate[] chain = PemFiles.certificates(files.certificate());
        PrivateKey key = PemFiles.key(files.key());
        checkPair(files, chain[0], key);
        warnOfTime(chain[0], files.certificate());
        SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                .sslProvider(SslProvider.JDK)
                .protocols(versions(files));
        Path clientCa = files.clientCa();
        if (clientCa != null) {
            builder.trustManager(PemFiles.certificates(clientCa))
                    .clientAuth(files.clientsNeeded() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        }
        return builder.build();
    }

    private static String[] versions(TlsFiles files) {
        return files.tls12() ? new String[] {"TLSv1.3", "TLSv1.2"} : new String[] {"TLSv1.3"};
    }

    private static void checkPrivate(Path key) throws IOException {
        boolean posix = key.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix && Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ)) {
            throw new IOException(
                    "the key file " + key + " can be read by all users; run chmod 600");
        }
    }

    /**
     * Rejects a key that does not match the certificate by signing and verifying a probe. Otherwise
     * every handshake would fail without a clear reason.
     */
    private static void checkPair(TlsFiles files, X509Certificate certificate, PrivateKey key)
            throws IOException {
        try {
            if (confirms(certificate, key)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            // Any failure means that they do not match.
        }
        throw new IOException("the key " + files.key() + " does not belong to the certificate "
                + files.certificate());
    }

    private static boolean confirms(X509Certificate certificate, PrivateKey key)
            throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(PROBE);
        byte[] signature = signing.sign();
        Signature confirming = Signature.getInstance(algorithm);
        confirming.initVerify(certificate.getPublicKey());
        confirming.update(PROBE);
        return confirming.verify(signature);
    }

    private static void warnOfTime(X509Certificate certificate, Path file) {
        try {
            certificate.checkValidity();
        } catch (CertificateException e) {
            LOG.warn("clients will refuse the certificate {}: {}", file, e.getMessage());
        }
    }
}
