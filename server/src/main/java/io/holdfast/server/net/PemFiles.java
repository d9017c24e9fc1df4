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

/** Reads certificates and private keys from PEM files; error messages name the file. */
final class PemFiles {

    private static final long BYTES_MAX = 1 << 20;
    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private PemFiles() {}

    /** Returns all certificates in the file, in order; at least one. */
    static X509Certificate[] certificates(Path file) throws IOException {
        checkSize(file);
        try (InputStream in = Files.newInputStream(file)) {
            X509Certificate[] all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toArray(X509Certificate[]::new);
            if (all.length == 0) {
                throw new IOException(file + " contains no certificate in PEM form");
            }
            return all;
        } catch (CertificateException e) {
            throw new IOException(file + " contains an invalid certificate", e);
        }
    }

    /** Reads the file's PKCS#8 key. Error messages never contain the key. */
    static PrivateKey key(Path file) throws IOException {
        checkSize(file);
        Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!found.find()) {
            throw new IOException(file + " contains no BEGIN PRIVATE KEY block (PKCS#8, without a"
                    + " password); convert the key with openssl pkcs8 -topk8 -nodes");
        }
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(found.group(1));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " contains an incomplete key", e);
        }
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (GeneralSecurityException e) {
                // Try the next algorithm.
            }
        }
        throw new IOException(file + " contains an unsupported key; use EC, RSA or EdDSA");
    }

    private static void checkSize(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException(file + " is too large for a certificate or a key");
        }
    }
}
