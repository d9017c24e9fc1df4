package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Shortens each deadline and waits for it to expire; no test measures time. */
class DeadlineTest {

    private static final String GET = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final long SHORT = 60;
    private static final long LONG = 600_000;

    private static EdgeLimits limits(long headMillis, long bodyMillis, long idleMillis) {
        return EdgeLimits.DEFAULT.withReadTimeouts(headMillis, bodyMillis, idleMillis);
    }

    @Test
    void defaultTimeoutsAreThoseOfTheContract() {
        assertThat(EdgeLimits.DEFAULT.headMillis()).isEqualTo(10_000);
        assertThat(EdgeLimits.DEFAULT.bodyMillis()).isEqualTo(23_000);
        assertThat(EdgeLimits.DEFAULT.idleMillis()).isEqualTo(120_000);
        assertThat(EdgeLimits.DEFAULT.writeMillis()).isEqualTo(5_000);
    }

    @Test
    void silentConnectionIsClosed() {
        try (Edge edge = Edge.start(limits(SHORT, LONG, LONG));
                RawClient client = edge.connect()) {
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void incompleteHeadTimesOut() {
        try (Edge edge = Edge.start(limits(SHORT, LONG, LONG));
                RawClient client = edge.connect()) {
            client.send("GET /hello HTTP/1.1\r\nHos");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void incompleteSecondHeadTimesOut() {
        try (Edge edge = Edge.start(limits(SHORT, LONG, LONG));
                RawClient client = edge.connect()) {
            assertThat(client.send(GET).response().status()).isEqualTo(200);
            client.send("GET /hello HTTP/1.1\r\nHos");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void slowlySentHeadTimesOut() throws Exception {
        try (Edge edge = Edge.start(limits(SHORT, LONG, LONG));
                RawClient client = edge.connect()) {
            CountDownLatch closed = new CountDownLatch(1);
            Thread drip = Thread.ofVirtual().start(() -> drip(client, closed));
            assertThat(client.isClosedByServer()).isTrue();
            closed.countDown();
            drip.join();
        }
    }

    /** Sends a byte at intervals well below the deadline until the server closes the connection. */
    private static void drip(RawClient client, CountDownLatch closed) {
        try {
            client.send("GET /hello HTTP/1.1\r\nX: ");
            while (!closed.await(SHORT / 4, TimeUnit.MILLISECONDS)) {
                client.socket().getOutputStream().write('x');
            }
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void incompleteBodyTimesOut() {
        try (Edge edge = Edge.start(limits(LONG, SHORT, LONG));
                RawClient client = edge.connect()) {
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void idleConnectionIsClosed() {
        try (Edge edge = Edge.start(limits(LONG, LONG, SHORT));
                RawClient client = edge.connect()) {
            assertThat(client.send(GET).response().status()).isEqualTo(200);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void parkedRequestHasNoReadDeadline() {
        try (Edge edge = Edge.start(limits(SHORT, SHORT, SHORT));
                RawClient parked = edge.connect();
                RawClient idle = edge.connect()) {
            parked.send("POST /park HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
            Exchange exchange = edge.parked();
            // Meanwhile three deadlines of other connections expire.
            assertThat(idle.isClosedByServer()).isTrue();
            for (int i = 0; i < 2; i++) {
                try (RawClient next = edge.connect()) {
                    assertThat(next.isClosedByServer()).isTrue();
                }
            }
            assertThat(exchange.isOpen()).isTrue();
            exchange.reply(200, Edge.json("at last"));
            assertThat(parked.response().body()).contains("at last");
        }
    }

    @Test
    void clientThatDoesNotReadItsRepliesIsDisconnected() {
        Route large = Route.of(
                        "GET",
                        "/large",
                        Edge.DIALECT,
                        "large",
                        exchange -> exchange.reply(200, "text/plain", new byte[8 << 20]))
                .needs(Role.READER);
        EdgeLimits limits = limits(LONG, LONG, LONG).withWriteTimeout(SHORT);
        try (Edge edge = Edge.start(limits, EdgePolicy.LOCAL, large);
                RawClient client = edge.connect()) {
            client.send(GET.replace("/hello", "/large"));
            org.awaitility.Awaitility.await().until(() -> edge.listener().connections() == 0);
        }
    }

    @Test
    void clientThatSendsWithoutReadingIsDisconnected() {
        EdgeLimits limits = limits(LONG, LONG, LONG).withWriteTimeout(SHORT);
        try (Edge edge = Edge.start(limits);
                RawClient client = edge.connect()) {
            byte[] requests =
                    GET.repeat(10_000).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            Thread sender = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 200; i++) {
                    client.sendLeniently(requests);
                }
            });
            org.awaitility.Awaitility.await().until(() -> edge.listener().connections() == 0);
            sender.interrupt();
        }
    }
}
