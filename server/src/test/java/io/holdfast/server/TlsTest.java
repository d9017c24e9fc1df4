package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests TLS on both ports: versions, certificates and reloads. */
final class TlsTest {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int ALERT = 21;
    private static final int FATAL = 2;
    private static final int PROTOCOL_VERSION = 70;

    @TempDir
    private static Path directory;

    private static SelfSigned original;
    private static SelfSigned next;
    private static SelfSigned client;
    private static SelfSigned stranger;

    /** A copy of the original pair, for tests that replace it. */
    private SelfSigned pair;

    @BeforeAll
    static void makePairs() throws Exception {
        original = SelfSigned.in(directory.resolve("server"));
        next = SelfSigned.in(directory.resolve("next"));
        client = SelfSigned.in(directory.resolve("client"), "CN=worker", "SAN=dns:worker");
        stranger = SelfSigned.in(directory.resolve("stranger"), "CN=worker", "SAN=dns:worker");
    }

    @BeforeEach
    void copyPair() throws Exception {
        pair = new SelfSigned(
                directory.resolve("cert.pem"), directory.resolve("key.pem"), original.trusting());
        copy(original.certificate(), pair.certificate());
        copy(original.key(), pair.key());
    }

    private TestServer server(String... flags) {
        List<String> all = new ArrayList<>(List.of(
                "--tls-cert",
                pair.certificate().toString(),
                "--tls-key",
                pair.key().toString()));
        all.addAll(List.of(flags));
        return TestServer.ephemeral(all.toArray(String[]::new));
    }

    private static int port(TestServer server, Transport transport) {
        return switch (transport) {
            case HTTP -> server.httpPort();
            case LINE -> server.linePort();
        };
    }

    private static SSLSocket connect(SSLContext context, int port, String... versions)
            throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        if (versions.length > 0) {
            socket.setEnabledProtocols(versions);
        }
        return socket;
    }

    /** Sends a request that needs no session; throws if the handshake fails. */
    private static String ask(SSLSocket socket, Transport transport) throws IOException {
        String request = switch (transport) {
            case HTTP -> "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
            case LINE -> "ping\n_\n_\n";
        };
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        byte[] reply = new byte[12];
        int length =
                socket.getInputStream().readNBytes(reply, 0, transport == Transport.LINE ? 2 : 12);
        return new String(reply, 0, length, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("TLS 1.3 is spoken, and TLS 1.2 is not.")
    void onlyTls13IsAccepted(Transport transport) throws Exception {
        try (TestServer server = server()) {
            int port = port(server, transport);
            try (SSLSocket socket = connect(pair.trusting(), port)) {
                assertThat(ask(socket, transport))
                        .startsWith(transport == Transport.LINE ? "ok" : "HTTP/1.1 200");
                assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
            try (SSLSocket socket = connect(pair.trusting(), port, "TLSv1.2")) {
                assertThatThrownBy(socket::startHandshake)
                        .isInstanceOf(SSLException.class)
                        .hasMessageContaining("protocol_version");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Clients of TLS 1.0, 1.1 and 1.2 get the alert that says so, whatever their"
            + " library would allow.")
    void olderVersionsGetAnAlert(Transport transport) throws Exception {
        try (TestServer server = server()) {
            for (int minor : new int[] {1, 2, 3}) {
                assertThat(answerToHello(port(server, transport), minor))
                        .as("3.%d", minor)
                        .containsExactly(ALERT, FATAL, PROTOCOL_VERSION);
            }
        }
        try (TestServer server = server("--tls-1-2")) {
            for (int minor : new int[] {1, 2}) {
                assertThat(answerToHello(port(server, transport), minor))
                        .as("3.%d", minor)
                        .containsExactly(ALERT, FATAL, PROTOCOL_VERSION);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void tls12IsAcceptedIfEnabled(Transport transport) throws Exception {
        try (TestServer server = server("--tls-1-2");
                SSLSocket socket = connect(pair.trusting(), port(server, transport), "TLSv1.2")) {
            assertThat(ask(socket, transport)).isNotEmpty();
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A new pair is shown to new connections; connections that are open stay.")
    void newPairIsReloadedWithoutARestart(Transport transport) throws Exception {
        try (TestServer server = server();
                SSLSocket old = connect(pair.trusting(), port(server, transport))) {
            assertThat(ask(old, transport)).isNotEmpty();
            copy(next.certificate(), pair.certificate());
            copy(next.key(), pair.key());
            server.reload();
            try (SSLSocket fresh = connect(next.trusting(), port(server, transport))) {
                assertThat(ask(fresh, transport)).isNotEmpty();
            }
            if (transport == Transport.LINE) {
                old.getInputStream().readNBytes(1);
                assertThat(ask(old, transport)).isEqualTo("ok");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "A key of another certificate, a file that is none and a key for all to read change"
                    + " nothing.")
    void invalidNewPairIsRejectedAndTheOldOneStays(Transport transport) throws Exception {
        try (TestServer server = server()) {
            copy(next.key(), pair.key());
            server.reload();
            assertThatTheOldOneIsInUse(server, transport);
            copy(next.certificate(), pair.certificate());
            Files.writeString(pair.key(), "no key");
            server.reload();
            assertThatTheOldOneIsInUse(server, transport);
            copy(next.key(), pair.key());
            Files.setPosixFilePermissions(pair.key(), PosixFilePermissions.fromString("rw-r--r--"));
            server.reload();
            assertThatTheOldOneIsInUse(server, transport);
        }
    }

    private void assertThatTheOldOneIsInUse(TestServer server, Transport transport)
            throws Exception {
        try (SSLSocket socket = connect(pair.trusting(), port(server, transport))) {
            assertThat(ask(socket, transport)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void requiredClientCertificateMustBeValid(Transport transport) throws Exception {
        try (TestServer server = server(
                "--tls-client-ca", client.certificate().toString(), "--tls-client-auth", "need")) {
            int port = port(server, transport);
            try (SSLSocket good = connect(client.showingTo(original), port)) {
                assertThat(ask(good, transport)).isNotEmpty();
            }
            // In TLS 1.3 the client learns of the rejection at its first read.
            try (SSLSocket none = connect(pair.trusting(), port)) {
                assertThatThrownBy(() -> ask(none, transport)).isInstanceOf(IOException.class);
            }
            try (SSLSocket foreign = connect(stranger.showingTo(original), port)) {
                assertThatThrownBy(() -> ask(foreign, transport)).isInstanceOf(IOException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void optionalClientCertificateMustBeValidIfPresented(Transport transport) throws Exception {
        try (TestServer server = server("--tls-client-ca", client.certificate().toString())) {
            int port = port(server, transport);
            try (SSLSocket none = connect(pair.trusting(), port)) {
                assertThat(ask(none, transport)).isNotEmpty();
            }
            try (SSLSocket foreign = connect(stranger.showingTo(original), port)) {
                assertThatThrownBy(() -> ask(foreign, transport)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void clientCertificateAuthenticatesWithTheRoleOfItsName() throws Exception {
        try (TestServer server = server(
                "--tls-client-ca",
                client.certificate().toString(),
                "--tls-client-roles",
                "other=admin,worker=reader@ci",
                "--auth-token",
                "s3cret")) {
            SSLContext worker = client.showingTo(original);
            try (RawClient http = new RawClient(connect(worker, server.httpPort()))) {
                assertThat(status(http, "GET /v1/stats", "")).isEqualTo(200);
                assertThat(status(http, "POST /v1/sessions", "")).isEqualTo(403);
                assertThat(status(http, "POST /v1/sessions", "Authorization: Bearer s3cret\r\n"))
                        .isEqualTo(200);
                assertThat(status(http, "GET /v1/stats", "Authorization: Bearer wrong\r\n"))
                        .isEqualTo(401);
            }
            try (RawClient none = new RawClient(connect(pair.trusting(), server.httpPort()))) {
                assertThat(status(none, "GET /v1/stats", "")).isEqualTo(401);
            }
            int line = server.linePort();
            try (LineClient reader = new LineClient(connect(worker, line))) {
                assertThat(reader.ask("stats", "_", "_")).startsWith("ok ");
                assertThat(reader.ask("l", "k", "0")).isEqualTo("error_auth");
            }
            try (LineClient both = new LineClient(connect(worker, line))) {
                assertThat(both.ask("auth", "_", "s3cret")).isEqualTo("ok");
                assertThat(both.ask("l", "k", "0")).startsWith("ok ");
            }
            try (LineClient none = new LineClient(connect(pair.trusting(), line))) {
                assertThat(none.ask("stats", "_", "_")).isEqualTo("error_auth");
            }
        }
    }

    private static int status(RawClient client, String what, String headers) {
        return client.send(what + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n" + headers
                        + "\r\n")
                .response()
                .status();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(
                from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }

    /**
     * Returns type, level and description of the record that answers a hello of only that version.
     */
    private static List<Integer> answerToHello(int port, int minor) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(hello(minor));
            byte[] record = socket.getInputStream().readNBytes(7);
            assertThat(record).hasSize(7);
            return List.of((int) record[0], (int) record[5], (int) record[6]);
        }
    }

    private static byte[] hello(int minor) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(bytes);
        body.writeShort(0x0300 + minor);
        body.write(new byte[32]);
        body.writeByte(0);
        int[] suites = {0xC02B, 0xC02F, 0xC009, 0xC013, 0x002F, 0x0035};
        body.writeShort(suites.length * 2);
        for (int suite : suites) {
            body.writeShort(suite);
        }
        body.writeByte(1);
        body.writeByte(0);
        byte[] message = bytes.toByteArray();
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(record);
        out.writeByte(22);
        out.writeShort(0x0301);
        out.writeShort(message.length + 4);
        out.writeByte(1);
        out.writeByte(0);
        out.writeShort(message.length);
        out.write(message);
        return record.toByteArray();
    }
}
