package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import io.holdfast.log.Clock;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real server in this process that authenticates its clients, or not. */
final class SecureServer implements AutoCloseable {

    private static final String PASSWORD = "changeit";

    private final Server server;
    private final String address;

    private SecureServer(String scheme, List<String> more) {
        List<String> flags =
                new ArrayList<>(List.of("--ephemeral", "--port", "0", "--http-port", "0"));
        flags.addAll(more);
        try {
            server = Server.start(ConfigReader.read(flags, Map.of()), Clock.SYSTEM);
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
        address = scheme + "://localhost:" + server.httpPort();
    }

    static SecureServer plain() {
        return new SecureServer("http", List.of());
    }

    static SecureServer withToken(Path directory, String token) throws IOException {
        Path file = directory.resolve("token");
        Files.writeString(file, token + "\n");
        return new SecureServer("http", List.of("--auth-token-file", file.toString()));
    }

    /** Makes certificates of the server and of a client called alice, which it requires. */
    static SecureServer withCertificates(Path directory) throws Exception {
        makeKey(directory, "server", "CN=localhost", "SAN=dns:localhost,ip:127.0.0.1");
        makeKey(directory, "alice", "CN=alice", "EKU=clientAuth");
        return new SecureServer(
                "https",
                List.of(
                        "--tls-cert", directory.resolve("server.pem").toString(),
                        "--tls-key", directory.resolve("server.key").toString(),
                        "--tls-client-ca", directory.resolve("alice.pem").toString()));
    }

    String address() {
        return address;
    }

    ResourceInfo.Holder holder(String key) {
        try (Holdfast client = Holdfast.connect(address)) {
            return client.resources()
                    .find("locks", key)
                    .flatMap(ResourceInfo::holder)
                    .orElseThrow();
        }
    }

    /** Makes NAME.pem and NAME.key with the JDK's tool. */
    private static void makeKey(Path directory, String name, String subject, String extension)
            throws Exception {
        Path store = directory.resolve(name + ".p12");
        String to = store.toString();
        keytool(
                "-genkeypair -validity 2 -keyalg EC -alias " + name,
                to,
                "-dname",
                subject,
                "-ext",
                extension);
        keytool(
                "-exportcert -rfc -alias " + name,
                to,
                "-file",
                directory.resolve(name + ".pem").toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        byte[] key = keys.getKey(name, PASSWORD.toCharArray()).getEncoded();
        Path file = directory.resolve(name + ".key");
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(key)
                        + "\n-----END PRIVATE KEY-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static void keytool(String words, String store, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words.split(" ")));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store, "-storepass", PASSWORD));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    @Override
    public void close() {
        server.close();
    }
}
