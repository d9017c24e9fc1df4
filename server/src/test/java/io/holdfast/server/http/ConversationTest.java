package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Role;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConversationTest {

    private static final String GET = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String PARK = "POST /park HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String POST = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";

    private static Edge edge;

    @BeforeAll
    static void start() {
        Route chunk = Route.of(
                        "POST",
                        "/large",
                        Edge.DIALECT,
                        "large",
                        exchange -> exchange.reply(200, Edge.json("" + exchange.body().length)))
                .needs(Role.READER)
                .withBodyMaxBytes(1 << 20);
        Route query = Route.of(
                        "GET",
                        "/query",
                        Edge.DIALECT,
                        "query",
                        exchange -> exchange.reply(200, Edge.json("" + exchange.query("a b"))))
                .needs(Role.READER);
        edge = Edge.start(EdgeLimits.DEFAULT, EdgePolicy.LOCAL, chunk, query);
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    @Test
    void jsonReplyHasTheStandardHeaders() {
        try (RawClient client = edge.connect()) {
            RawClient.Response response = client.send(GET).response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
            assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(response.header("Date"))
                    .matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
            assertThat(response.headers()).doesNotContainKey("connection");
            assertThat(response.body()).isEqualTo("{\"value\":\"hello\"}\n");
        }
    }

    @Test
    void connectionServesManyRequests() {
        try (RawClient client = edge.connect()) {
            for (int i = 0; i < 2_000; i++) {
                client.send(POST + "Content-Length: 6\r\n\r\n" + String.format("%06d", i));
                assertThat(client.response().body()).isEqualTo(String.format("%06d", i));
            }
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            all.append(POST).append("Content-Length: 4\r\n\r\n").append(String.format("%04d", i));
        }
        try (RawClient client = edge.connect()) {
            client.send(all.toString());
            for (int i = 0; i < 500; i++) {
                assertThat(client.response().body()).isEqualTo(String.format("%04d", i));
            }
        }
    }

    @Test
    void requestBehindAParkedOneWaits() {
        try (RawClient client = edge.connect()) {
            client.send(PARK + GET + PARK + GET);
            Exchange first = edge.parked();
            assertThat(edge.parked).isEmpty();
            first.reply(200, Edge.json("first"));
            assertThat(client.response().body()).contains("first");
            assertThat(client.response().body()).contains("hello");
            edge.parked().reply(200, Edge.json("second"));
            assertThat(client.response().body()).contains("second");
            assertThat(client.response().body()).contains("hello");
        }
    }

    @Test
    void requestsBehindAParkedOneAreServedAfterIt() {
        String one = POST + "Content-Length: 1000\r\n\r\n" + "x".repeat(1000);
        int requests = 300;
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            Thread.ofVirtual().start(() -> client.send(one.repeat(requests)));
            parked.reply(200, Edge.json("go on"));
            assertThat(client.response().body()).contains("go on");
            for (int i = 0; i < requests; i++) {
                assertThat(client.response().body()).hasSize(1000);
            }
        }
    }

    @Test
    void expect100ContinueIsAnsweredBeforeTheBody() {
        try (RawClient client = edge.connect()) {
            client.send(POST + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(100);
            client.send("later");
            assertThat(client.response().body()).isEqualTo("later");
        }
    }

    @Test
    void expect100ContinueIsNotAnsweredIfTheBodyHasArrived() {
        try (RawClient client = edge.connect()) {
            client.send(POST + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\nlater");
            assertThat(client.response().status()).isEqualTo(200);
        }
    }

    @Test
    void rejectedRequestGetsNo100Continue() {
        try (RawClient client = edge.connect()) {
            client.send(POST.replace("/echo", "/nowhere")
                    + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(404);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void chunkedBodyIsAssembled() {
        try (RawClient client = edge.connect()) {
            client.send(POST + "Transfer-Encoding: Chunked\r\n\r\n"
                    + "4\r\nabcd\r\n1;name=value\r\ne\r\n"
                    + "00A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
                    + GET);
            assertThat(client.response().body()).isEqualTo("abcde0123456789");
            assertThat(client.response().body()).contains("hello");
        }
    }

    @Test
    void requestsMayArriveInAnyFragments() {
        long seed = 0x5eed_ed6eL;
        Random random = new Random(seed);
        String conversation = GET + "\r\n" + POST + "Content-Length: 300\r\n\r\n" + "b".repeat(300)
                + POST + "Transfer-Encoding: chunked\r\n\r\n64\r\n" + "c".repeat(100)
                + "\r\n0\r\nA: b\r\n\r\n";
        for (int round = 0; round < 200; round++) {
            try (RawClient client = edge.connect()) {
                int at = 0;
                while (at < conversation.length()) {
                    int end = Math.min(
                            conversation.length(), at + 1 + random.nextInt(1 << random.nextInt(9)));
                    client.send(conversation.substring(at, end));
                    at = end;
                }
                assertThat(client.response().body()).as("seed %x", seed).contains("hello");
                assertThat(client.response().body()).hasSize(300);
                assertThat(client.response().body()).hasSize(100);
            }
        }
    }

    @Test
    void routeMayAllowALargerBody() {
        try (RawClient client = edge.connect()) {
            client.send(POST.replace("/echo", "/large") + "Content-Length: 1048576\r\n\r\n"
                    + "x".repeat(1 << 20));
            assertThat(client.response().body()).contains("1048576");
            client.send(POST.replace("/echo", "/large") + "Content-Length: 1048577\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(413);
        }
    }

    @Test
    void headIsAnsweredLikeGetWithoutTheBody() {
        try (RawClient client = edge.connect()) {
            client.send(GET.replace("GET", "HEAD") + GET);
            RawClient.Response head = client.response(true);
            RawClient.Response get = client.response();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).isEqualTo("" + get.body().length());
        }
    }

    @Test
    void emptyReplyHasNoContentLength() {
        Route empty = Route.of(
                        "POST",
                        "/empty",
                        Edge.DIALECT,
                        "empty",
                        exchange -> exchange.replyEmpty(204))
                .needs(Role.USER);
        try (Edge own = Edge.start(EdgeLimits.DEFAULT, EdgePolicy.LOCAL, empty);
                RawClient client = own.connect()) {
            RawClient.Response response =
                    client.send(PARK.replace("/park", "/empty")).response();
            assertThat(response.status()).isEqualTo(204);
            assertThat(response.headers()).doesNotContainKeys("content-length", "content-type");
            assertThat(client.send(GET).response().status()).isEqualTo(200);
        }
    }

    @Test
    void http10IsServedWithoutKeepAlive() {
        try (RawClient client = edge.connect()) {
            client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            RawClient.Response response = client.response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Connection")).isEqualTo("close");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void connectionCloseIsHonoured() {
        try (RawClient client = edge.connect()) {
            client.send("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: x, Close\r\n\r\n");
            assertThat(client.response().header("Connection")).isEqualTo("close");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void upgradeIsIgnored() {
        try (RawClient client = edge.connect()) {
            client.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n"
                    + "Connection: Upgrade, HTTP2-Settings\r\n"
                    + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.send(GET).response().status()).isEqualTo(200);
        }
    }

    @Test
    void authorityOfAnAbsoluteTargetReplacesTheHost() {
        try (RawClient client = edge.connect()) {
            client.send("GET http://localhost:1/hello HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(200);
            client.send("GET http://evil.example/hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(403);
        }
    }

    @Test
    void emptyLinesBeforeARequestAreSkipped() {
        try (RawClient client = edge.connect()) {
            assertThat(client.send("\r\n\r\n" + GET).response().status()).isEqualTo(200);
        }
    }

    @Test
    void queryParameterIsDecoded() {
        try (RawClient client = edge.connect()) {
            client.send("GET /query?x=1&a+b=c%20d%26&a+b=2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.response().body()).contains("\"c d&\"");
            client.send("GET /query?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.response().body()).contains("\"null\"");
        }
    }

    @Test
    void handlerFailureRevealsOnlyAReference() {
        try (RawClient client = edge.connect()) {
            RawClient.Response response =
                    client.send(PARK.replace("/park", "/fail")).response();
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.body())
                    .matches("\\{\"error\":\"internal\",\"detail\":\"reference [0-9a-f]{12}\"}\n");
            assertThat(client.send(GET).response().status()).isEqualTo(200);
        }
    }

    @Test
    void onlyTheFirstReplyCounts() {
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange exchange = edge.parked();
            exchange.reply(200, Edge.json("first"));
            exchange.reply(200, Edge.json("second"));
            assertThat(client.response().body()).contains("first");
            assertThat(client.send(GET).response().body()).contains("hello");
        }
    }

    @Test
    void utf8BodyIsPassedOnUnchanged() {
        byte[] body = "{\"k\":\"\u00e9\u4e2d\"}".getBytes(StandardCharsets.UTF_8);
        try (RawClient client = edge.connect()) {
            client.send(POST + "Content-Length: " + body.length + "\r\n\r\n").send(body);
            assertThat(client.response().body()).isEqualTo("{\"k\":\"\u00e9\u4e2d\"}");
        }
    }
}
