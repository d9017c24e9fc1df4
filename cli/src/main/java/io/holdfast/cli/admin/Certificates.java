package io.holdfast.cli.admin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A certificate authority in a directory of PEM files, and the certificates that it issues.
 *
 * <p>The JDK has no public interface that signs certificates, so the JDK's own keytool does, on a
 * temporary key store. Every Java runtime contains keytool.
 */
final class Certificates implements AutoCloseable {

    /** The use that a certificate is restricted to. */
    enum Use {
        /** Presented by a server to its clients. */
        SERVER("serverAuth"),
        /** Presented by a member to its peers, to which it connects and which connect to it. */
        MEMBER("serverAuth,clientAuth");

        private final String purposes;

        Use(String purposes) {
            this.purposes = purposes;
        }
    }

    static final String AUTHORITY = "ca";

    private static final int AUTHORITY_DAYS = 3650;
    private static final String PASSWORD = "HOLDFAST_KEYTOOL_PASSWORD";
    private static final String OWNER_READS_AND_WRITES = "rw-------";

    private final Path directory;
    private final Path temporary;
    private final String password;

    private Certificates(Path directory, Path temporary, String password) {
        this.directory = directory;
        this.temporary = temporary;
        this.password = password;
    }

    /** Opens the directory's authority, and creates both if they do not exist. */
    static Certificates in(Path directory) throws IOException {
        Files.createDirectories(directory);
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        // Only its owner can read a temporary directory.
        Certificates made = new Certificates(
                directory,
                Files.createTempDirectory("holdfast-cert"),
                HexFormat.of().formatHex(random));
        try {
            made.openAuthority();
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    /** Returns the certificate file of a name. */
    static Path certificate(Path directory, String name) {
        return directory.resolve(name + ".pem");
    }

    /** Returns the key file of a name. */
    static Path key(Path directory, String name) {
        return directory.resolve(name + "-key.pem");
    }

    private void openAuthority() throws IOException {
        Path certificate = certificate(directory, AUTHORITY);
        Path key = key(directory, AUTHORITY);
        if (Files.exists(certificate) && Files.exists(key)) {
            load(certificate, key);
            return;
        }
        keytool(
                "-genkeypair",
                "-alias",
                AUTHORITY,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=Holdfast CA",
                "-validity",
                Integer.toString(AUTHORITY_DAYS),
                "-ext",
                "bc:critical=ca:true,pathlen:0",
                "-ext",
                "ku:critical=keyCertSign,cRLSign");
        write(AUTHORITY);
    }

    /** Issues a certificate for hosts, and writes it and its key. The files must not exist. */
    void issue(String name, List<String> hosts, Use use, int days) throws IOException {
        List<String> alternatives = new ArrayList<>();
        for (String host : hosts) {
            alternatives.add((isAddress(host) ? "ip:" : "dns:") + host);
        }
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-signer",
                AUTHORITY,
                "-dname",
                "CN=" + name,
                "-validity",
                Integer.toString(days),
                "-ext",
                "san=" + String.join(",", alternatives),
                "-ext",
                "ku:critical=digitalSignature",
                "-ext",
                "eku=" + use.purposes);
        write(name);
    }

    private static boolean isAddress(String host) {
        return host.contains(":") || host.matches("[0-9]+(\\.[0-9]+){3}");
    }

    /** Runs keytool on the temporary key store. The password is not part of the command line. */
    private void keytool(String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        words.addAll(Arrays.asList(arguments));
        words.addAll(
                List.of("-keystore", store().toString(), "-storetype", "PKCS12", "-storepass:env"));
        words.add(PASSWORD);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put(PASSWORD, password);
        Process process = builder.start();
        process.getOutputStream().close();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool failed: " + printed.strip());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", e);
        }
    }

    private Path store() {
        return temporary.resolve("store.p12");
    }

    /** Puts an existing authority into the temporary key store. */
    private void load(Path certificate, Path key) throws IOException {
        try (InputStream pem = Files.newInputStream(certificate)) {
            Certificate authority =
                    CertificateFactory.getInstance("X.509").generateCertificate(pem);
            PrivateKey signing = KeyFactory.getInstance(authority.getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(decoded(key)));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    AUTHORITY, signing, password.toCharArray(), new Certificate[] {authority});
            try (OutputStream out = Files.newOutputStream(store())) {
                store.store(out, password.toCharArray());
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    certificate + " and " + key + " are not a certificate and its PKCS#8 key", e);
        }
    }

    private static byte[] decoded(Path key) throws IOException {
        String text = Files.readString(key, StandardCharsets.US_ASCII);
        return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
    }

    /** Writes the certificate and the key of a name as PEM files; only the owner reads the key. */
    private void write(String name) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(
                    new ByteArrayInputStream(Files.readAllBytes(store())), password.toCharArray());
            Key key = store.getKey(name, password.toCharArray());
            Certificate certificate = store.getCertificate(name);
            create(
                    key(directory, name),
                    pem("PRIVATE KEY", key.getEncoded()),
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(OWNER_READS_AND_WRITES)));
            create(certificate(directory, name), pem("CERTIFICATE", certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("keytool made an unreadable key store", e);
        }
    }

    private static void create(Path file, String text, FileAttribute<?>... attributes)
            throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try (var channel = Files.newByteChannel(file, options, attributes)) {
            channel.write(StandardCharsets.US_ASCII.encode(text));
        }
    }

    private static String pem(String kind, byte[] bytes) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    /** Deletes the temporary key store. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(store());
        Files.deleteIfExists(temporary);
    }
}
