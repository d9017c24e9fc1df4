package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests addresses, names and credentials of a client. */
final class BuilderTest {

    private static final String PASSWORD = "changeit";

    @ParameterizedTest
    @ValueSource(strings = {"ftp://host", "http://", "http://host:x", "http://a b", "http://h?q=1"})
    void invalidAddressIsRejected(String address) {
        assertThatThrownBy(() -> Holdfast.builder().address(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid address");
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatThrownBy(() -> Holdfast.connect(" , "))
                .hasMessageContaining("at least one address");
        HoldfastBuilder builder = Holdfast.builder();
        assertThatThrownBy(() -> builder.owner("line\nbreak")).hasMessageContaining("owner");
        assertThatThrownBy(() -> builder.owner("x".repeat(129))).hasMessageContaining("owner");
        assertThatThrownBy(() -> builder.ttl(Duration.ZERO)).hasMessageContaining("ttl");
        assertThatThrownBy(() -> builder.requestTimeout(Duration.ZERO))
                .hasMessageContaining("timeout");
    }

    @Test
    void schemeAndPortMayBeLeftOut() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast client = Holdfast.connect("127.0.0.1:" + member.port() + "/")) {
            assertThat(client.lock("k").acquire().isGranted()).isTrue();
        }
        try (Holdfast client = Holdfast.connect("localhost")) {
            assertThat(client.admin().health().get(0).address())
                    .hasToString("http://localhost:6389");
        }
    }

    @Test
    void localAddressCanBeChosenAndItsConnectionEndsWithTheClient() throws Exception {
        InetAddress local = InetAddress.ofLiteral("127.0.0.9");
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Holdfast client = Holdfast.builder()
                        .address("127.0.0.1:" + listening.getLocalPort())
                        .http(http -> http.localAddress(local))
                        .build()) {
            CompletableFuture<Boolean> ready =
                    Threads.supply(() -> client.admin().isReady());
            try (Socket connection = listening.accept()) {
                assertThat(connection.getInetAddress()).isEqualTo(local);
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(ready.get(30, TimeUnit.SECONDS)).isTrue();

                client.close();

                // Otherwise an idle connection stays open for 30 s.
                connection.setSoTimeout(20_000);
                String request = new String(
                        connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(request).startsWith("GET /ready ");
            }
        }
    }

    @Test
    void ownerInAnyScriptIsShown() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast client = Holdfast.builder()
                        .address(member.address())
                        .owner("Zoë 夜")
                        .build()) {
            client.lock("k").acquire().orThrow();

            assertThat(client.resources()
                            .find("locks", "k")
                            .flatMap(ResourceInfo::holder)
                            .map(ResourceInfo.Holder::owner))
                    .hasValue("Zoë 夜");
        }
    }

    @Test
    void missingTokenIsRefused(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "secret-secret-secret\n");
        try (TestMember member = TestMember.start("--auth-token-file", file.toString());
                Holdfast stranger = member.client();
                Holdfast client = Holdfast.builder()
                        .address(member.address())
                        .token("secret-secret-secret")
                        .build()) {
            assertThat(stranger.lock("k").acquire())
                    .isInstanceOfSatisfying(
                            Acquired.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("unauthorized"));
            assertThat(client.lock("k").acquire().isGranted()).isTrue();
        }
    }

    @Test
    void certificatesAuthenticateBothSides(@TempDir Path directory) throws Exception {
        makeKey(directory, "server", "CN=localhost", "SAN=dns:localhost,ip:127.0.0.1");
        makeKey(directory, "alice", "CN=alice", "EKU=clientAuth");
        try (TestMember member = TestMember.start(
                        "--tls-cert", directory.resolve("server.pem").toString(),
                        "--tls-key", directory.resolve("server.key").toString(),
                        "--tls-client-ca", directory.resolve("alice.pem").toString());
                Holdfast alice = Holdfast.builder()
                        .address("https://localhost:" + member.port())
                        .ca(directory.resolve("server.pem"))
                        .clientCertificate(
                                directory.resolve("alice.pem"), directory.resolve("alice.key"))
                        .build();
                Holdfast stranger = Holdfast.builder()
                        .address("https://localhost:" + member.port())
                        .requestTimeout(Duration.ofSeconds(3))
                        .build()) {
            assertThat(alice.lock("k").acquire().isGranted()).isTrue();
            assertThat(alice.http().send("GET", "/v1/me", null).body()).contains("alice");
            assertThat(stranger.lock("k").acquire())
                    .isInstanceOfSatisfying(
                            Acquired.Unknown.class,
                            unknown -> assertThat(unknown.detail())
                                    .endsWith("certificate is not from a trusted authority"));
        }
    }

    /** Makes NAME.pem and NAME.key with the JDK's tool. */
    private static void makeKey(Path directory, String name, String subject, String extension)
            throws Exception {
        Path store = directory.resolve(name + ".p12");
        keytool(List.of(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-ext",
                extension,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        keytool(List.of(
                "-exportcert",
                "-rfc",
                "-alias",
                name,
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-file",
                directory.resolve(name + ".pem").toString()));
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

    private static void keytool(List<String> arguments) throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(tool.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
