package io.holdfast.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts from PEM files. */
final class Tls {

    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private Tls() {}

    /**
     * Returns a context.
     *
     * @param ca the certificates to trust; null for those of the JDK
     * @param chain the client's certificate and those that signed it; null for none
     * @param key the key of the certificate, in PKCS #8
     */
    static SSLContext context(@Nullable Path ca, @Nullable Path chain, @Nullable Path key) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    chain == null || key == null ? null : keys(chain, key),
                    ca == null ? null : trust(ca),
                    null);
            return context;
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the file " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trust(Path ca) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        int count = 0;
        for (Certificate certificate : certificates(ca)) {
            store.setCertificateEntry("ca" + count, certificate);
            count++;
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] keys(Path chain, Path key)
            throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        Certificate[] certificates = certificates(chain).toArray(new Certificate[0]);
        char[] password = new char[0];
        store.setKeyEntry("client", privateKey(key), password, certificates);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new GeneralSecurityException(file + " contains no certificate");
            }
            return certificates;
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new GeneralSecurityException(file + " contains no PKCS #8 key in PEM form");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (GeneralSecurityException e) {
                // A key of another algorithm.
            }
        }
        throw new GeneralSecurityException(file + " contains a key of an unknown algorithm");
    }
}
