package io.holdfast.server.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and private keys out of PEM files; what is wrong is said with the file. */
final class PemFiles {

    private static final long BYTES_MAX = 1 << 20;
    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private PemFiles() {}

    /** All certificates of the file, in its order; at least one. */
    static X509Certificate[] certificates(Path file) throws IOException {
        checkSize(file);
        try (InputStream in = Files.newInputStream(file)) {
            X509Certificate[] all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toArray(X509Certificate[]::new);
            if (all.length == 0) {
                throw new IOException(file + " holds no certificate in PEM form");
            }
            return all;
        } catch (CertificateException e) {
            throw new IOException(file + " holds no certificate that can be read", e);
        }
    }

    /** The PKCS#8 key of the file. The messages never have anything of its content. */
    static PrivateKey key(Path file) throws IOException {
        checkSize(file);
        Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!found.find()) {
            throw new IOException(file + " holds no key of the form BEGIN PRIVATE KEY (PKCS#8,"
                    + " without a password); openssl pkcs8 -topk8 -nodes makes one");
        }
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(found.group(1));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " holds a key that is not whole", e);
        }
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (GeneralSecurityException e) {
                // It is of another kind, then.
            }
        }
        throw new IOException(file + " holds a key that is neither EC nor RSA nor EdDSA");
    }

    private static void checkSize(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException(file + " is too large for a certificate or a key");
        }
    }
}
