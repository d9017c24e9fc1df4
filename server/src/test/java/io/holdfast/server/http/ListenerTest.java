package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.RawClient;
import io.holdfast.server.SelfSigned;
import io.holdfast.server.net.TlsFiles;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenerTest {

    private static final String GET = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String PARK = "POST /park HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @Test
    void portInUseIsNamed() {
        try (Edge edge = Edge.start()) {
            int port = edge.listener().port();
            assertThatThrownBy(() -> {
                        try (Edge second = new Edge(
                                ListenerOptions.on("127.0.0.1", port),
                                EdgePolicy.LOCAL,
                                RequestMeter.NONE)) {
                            assertThat(second.listener().port()).isEqualTo(port);
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("127.0.0.1:" + port);
        }
    }

    @Test
    void connectionBeyondTheCapIsClosedWithoutAByte() {
        try (Edge edge = Edge.start(EdgeLimits.DEFAULT.withConnections(2, 0));
                RawClient first = edge.connect();
                RawClient second = edge.connect()) {
            assertThat(first.send(GET).response().status()).isEqualTo(200);
            assertThat(second.send(GET).response().status()).isEqualTo(200);
            try (RawClient third = edge.connect()) {
                assertThat(third.isClosedByServer()).isTrue();
            }
            first.close();
            Awaitility.await().until(() -> edge.listener().connections() == 1);
            try (RawClient next = edge.connect()) {
                assertThat(next.send(GET).response().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void connectionBeyondTheAddressCapIsClosedWithoutAByte() {
        try (Edge edge = Edge.start(EdgeLimits.DEFAULT.withConnections(0, 1));
                RawClient first = edge.connect()) {
            assertThat(first.send(GET).response().status()).isEqualTo(200);
            try (RawClient second = edge.connect()) {
                assertThat(second.isClosedByServer()).isTrue();
            }
            first.close();
            Awaitility.await().until(() -> edge.listener().connections() == 0);
            try (RawClient next = edge.connect()) {
                assertThat(next.send(GET).response().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void drainClosesIdleConnectionsAndLetsRequestsFinish() throws Exception {
        try (Edge edge = Edge.start();
                RawClient idle = edge.connect();
                RawClient busy = edge.connect()) {
            assertThat(idle.send(GET).response().status()).isEqualTo(200);
            busy.send(PARK + GET);
            Exchange parked = edge.parked();
            var drained = edge.listener().drain(Duration.ofMinutes(5));
            assertThat(idle.isClosedByServer()).isTrue();
            idle.close();
            assertThatThrownBy(edge::connect).hasCauseInstanceOf(ConnectException.class);
            assertThat(drained).isNotDone();
            parked.reply(200, Edge.json("finished"));
            RawClient.Response last = busy.response();
            assertThat(last.body()).contains("finished");
            assertThat(last.header("Connection")).isEqualTo("close");
            assertThat(busy.isClosedByServer()).isTrue();
            busy.close();
            drained.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void remainingConnectionsAreClosedAfterTheGracePeriod() throws Exception {
        try (Edge edge = Edge.start();
                RawClient busy = edge.connect()) {
            busy.send(PARK);
            Exchange parked = edge.parked();
            edge.listener().drain(Duration.ofMillis(10)).get(20, TimeUnit.SECONDS);
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
            assertThat(busy.isClosedByServer()).isTrue();
        }
    }

    @Test
    void everyRequestIsMeteredOnce() {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        RequestMeter meter = (route, method, status, nanos) -> told.add(
                (route == null ? "unmatched" : route.template()) + " " + method + " " + status);
        try (Edge edge = new Edge(ListenerOptions.on("127.0.0.1", 0), EdgePolicy.LOCAL, meter);
                RawClient client = edge.connect()) {
            client.send(GET + "HEAD /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + PARK.replace("/park", "/hello"));
            assertThat(Edge.await(told)).isEqualTo("/hello GET 200");
            assertThat(Edge.await(told)).isEqualTo("/hello HEAD 200");
            assertThat(Edge.await(told)).isEqualTo("unmatched POST 405");
            client.send(PARK.replace("/park", "/keys/a%2Fb"));
            assertThat(Edge.await(told)).isEqualTo("/keys/{key} POST 200");
            client.send(PARK);
            edge.parked();
            client.reset();
            assertThat(Edge.await(told)).isEqualTo("/park POST 200");
            assertThat(told).isEmpty();
        }
    }

    @Test
    void certificateEnablesTls(@TempDir Path directory) throws Exception {
        SelfSigned pair = SelfSigned.in(directory);
        ListenerOptions options = ListenerOptions.on("127.0.0.1", 0)
                .withTls(new TlsFiles(pair.certificate(), pair.key()));
        try (Edge edge = new Edge(options, EdgePolicy.LOCAL, RequestMeter.NONE);
                RawClient client = new RawClient(pair.trusting()
                        .getSocketFactory()
                        .createSocket("127.0.0.1", edge.listener().port()))) {
            assertThat(client.send(GET).response().body()).contains("hello");
            assertThat(client.send(GET.replace("localhost", "evil.example"))
                            .response()
                            .status())
                    .isEqualTo(403);
            client.send("GET /hello HTTP/1.1\n\n");
            assertThat(client.response().status()).isEqualTo(400);
            assertThat(client.isClosedByServer()).isTrue();
        }
        Files.setPosixFilePermissions(pair.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> new Edge(options, EdgePolicy.LOCAL, RequestMeter.NONE))
                .hasMessageContaining("can be read by all users");
    }
}
