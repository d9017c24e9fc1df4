package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1, its key, and a client context that trusts it. */
public record SelfSigned(Path certificate, Path key, SSLContext trusting) {

    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "us";

    /** Writes both as PEM files; only the owner can read the key. */
    public static SelfSigned in(Path directory) throws Exception {
        return in(directory, "CN=localhost", "SAN=ip:127.0.0.1");
    }

    /** Writes a pair with another subject. */
    public static SelfSigned in(Path directory, String subject, String alternatives)
            throws Exception {
        Files.createDirectories(directory);
        KeyStore store = generate(
                directory.resolve("store.p12"), ALIAS, "-dname", subject, "-ext", alternatives);
        return written(directory, store);
    }

    /** Writes an expired certificate and the certificate of its authority, {@code ca.pem}. */
    public static SelfSigned expired(Path directory) throws Exception {
        Files.createDirectories(directory);
        Path file = directory.resolve("store.p12");
        KeyStore authority = generate(file, "ca", "-dname", "CN=authority", "-ext", "bc:c");
        write(
                directory.resolve("ca.pem"),
                "CERTIFICATE",
                authority.getCertificate("ca").getEncoded());
        KeyStore store = generate(
                file,
                ALIAS,
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-signer",
                "ca",
                "-startdate",
                "-200d");
        return written(directory, store);
    }

    private static SelfSigned written(Path directory, KeyStore store) throws Exception {
        Path certificate = write(
                directory.resolve("cert.pem"),
                "CERTIFICATE",
                store.getCertificate(ALIAS).getEncoded());
        Path key = write(
                directory.resolve("key.pem"),
                "PRIVATE KEY",
                store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return new SelfSigned(certificate, key, trusting(store));
    }

    /** Returns a client context that trusts the server's certificate and presents this one. */
    public SSLContext showingTo(SelfSigned server) throws Exception {
        KeyStore own = load(key.resolveSibling("store.p12"));
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD.toCharArray());
        KeyStore trusted = load(server.key.resolveSibling("store.p12"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust(trusted), null);
        return context;
    }

    /** Reads the certificate. */
    public X509Certificate shown() throws Exception {
        return (X509Certificate) load(key.resolveSibling("store.p12")).getCertificate(ALIAS);
    }

    private static KeyStore generate(Path file, String alias, String... more) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> words = new ArrayList<>(List.of(keytool.toString(), "-genkeypair"));
        words.addAll(List.of("-keystore", file.toString(), "-storetype", "PKCS12"));
        words.addAll(List.of("-storepass", PASSWORD, "-alias", alias, "-keyalg", "EC"));
        words.addAll(List.of(more));
        Process made = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(said).isZero();
        return load(file);
    }

    private static KeyStore load(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static SSLContext trusting(KeyStore store) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust(store), null);
        return context;
    }

    private static TrustManager[] trust(KeyStore store) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    private static Path write(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        return Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
