package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Floods of clients that never finish a TLS handshake or a TLS record, against a process with a
 * small heap. Each connection is charged for what TLS may make the server hold, so caps end the
 * flood before memory does.
 */
final class TlsFloodTest {

    private static final List<String> SMALL = List.of("-Xmx96m");

    /** Together their caps exceed the cap of all connections. */
    private static final int MANY = 40;

    /** Together their caps leave room for others. */
    private static final int FEW = 7;

    private static final int CONNECTIONS = 1_400;
    private static final int RECORD_BYTES = 16 << 10;
    private static final int HELLO_BYTES = 32_000;
    private static final String HANDSHAKE = "\u0016\u0003\u0003";
    private static final String REFUSED = "holdfast_connections_refused_total";

    @TempDir
    private Path directory;

    private SelfSigned pair;

    @BeforeEach
    void makePair() throws Exception {
        pair = SelfSigned.in(directory.resolve("tls"));
    }

    private SmallServer server() throws IOException {
        return new SmallServer(
                directory, SMALL, "--tls-cert=" + pair.certificate(), "--tls-key=" + pair.key());
    }

    @Test
    void halfHandshakesStayWithinTheCapsOfConnections() throws Exception {
        withstand(Flood.repeating(hello(), 1, true));
    }

    @Test
    void endlessClientHellosStayWithinTheCapsOfConnections() throws Exception {
        String first = HANDSHAKE + length(HELLO_BYTES / 4) + "\u0001\u0000" + length(HELLO_BYTES);
        String rest = "y".repeat(HELLO_BYTES / 4 - 4);
        String record = HANDSHAKE + length(HELLO_BYTES / 4) + "y".repeat(HELLO_BYTES / 4);
        withstand(Flood.repeating(first + rest + record.repeat(3), 1, true));
    }

    @Test
    void endlessRecordsStayWithinTheCapsOfConnections() throws Exception {
        withstand(new Flood(HANDSHAKE + length(RECORD_BYTES), RECORD_BYTES - 1, true));
    }

    @Test
    void connectionsBeyondTheTotalAreClosedAndUnfinishedHandshakesEndInTime() throws Exception {
        try (SmallServer server = server();
                Flood flood = Flood.repeating(hello(), 1, true)) {
            flood.run(server.httpPort(), CONNECTIONS, MANY);
            assertThat(flood.ended).as("closed at once").isPositive();
            // The server ends each handshake that is not finished within its time.
            flood.until(() -> flood.ended == CONNECTIONS);
            assertThat(server.isAlive()).as(server.errors()).isTrue();
            assertThat(SmallServer.metric(metrics(server), REFUSED, "")).isPositive();
        }
    }

    /** A well-behaved client is served before, during and after the flood. */
    private void withstand(Flood flood) throws IOException {
        try (SmallServer server = server();
                GoodClient good = new GoodClient(server.httpPort(), "", pair.trusting());
                flood) {
            awaitRounds(good, 1);
            flood.run(server.httpPort(), CONNECTIONS, FEW);
            assertThat(flood.ended).as("closed by the cap of an address").isPositive();
            assertThat(server.isAlive()).as(server.errors()).isTrue();
            awaitRounds(good, good.rounds() + 10);
            assertThat(good.stop()).isPositive();
            assertThat(server.errors()).doesNotContain("OutOfMemoryError");
        }
    }

    private static void awaitRounds(GoodClient good, int rounds) {
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> good.isOver() || good.rounds() >= rounds);
    }

    private String metrics(SmallServer server) throws IOException {
        return GoodClient.metrics(server.httpPort(), pair.trusting());
    }

    private static String hello() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), out);
        return new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1);
    }

    /** Returns a length as two bytes. */
    private static String length(int bytes) {
        return "" + (char) (bytes >> 8) + (char) (bytes & 0xFF);
    }
}
