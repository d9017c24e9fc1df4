package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Role;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests bodies that are produced piece by piece. */
class StreamTest {

    private static final int MEBIBYTE = 1 << 20;
    private static final String GET = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String HELLO = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final BlockingQueue<Exchange> hungUp = new LinkedBlockingQueue<>();
    private final AtomicInteger asked = new AtomicInteger();
    private BodySource source = taker -> taker.last(bytes("unset"));

    private final Edge edge = Edge.start(
            EdgeLimits.DEFAULT,
            EdgePolicy.LOCAL,
            Route.of("GET", "/stream", Edge.DIALECT, "stream", exchange -> {
                        exchange.onHangUp(() -> hungUp.add(exchange));
                        exchange.stream(200, "text/plain", source);
                    })
                    .needs(Role.READER));

    @AfterEach
    void stop() {
        edge.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Produces "one", an empty piece from another thread, then "two". */
    private void threePieces(BodySource.Taker taker) {
        switch (asked.incrementAndGet()) {
            case 1 -> taker.piece(bytes("one "));
            case 2 -> Thread.ofVirtual().start(() -> taker.piece(new byte[0]));
            default -> taker.last(bytes("two"));
        }
    }

    @Test
    void piecesAreSentAsChunksAndTheConnectionIsKept() {
        source = this::threePieces;
        try (RawClient client = edge.connect()) {
            client.send(GET + HELLO);
            RawClient.Response head = client.response();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(head.headers()).doesNotContainKeys("content-length", "connection");
            assertThat(client.text(17)).isEqualTo("4\r\none \r\n3\r\ntwo\r\n");
            assertThat(client.text(5)).isEqualTo("0\r\n\r\n");
            assertThat(client.response().body()).contains("hello");
        }
        assertThat(hungUp).isEmpty();
    }

    @Test
    void emptyBodyIsOneEmptyChunk() {
        source = taker -> taker.last(new byte[0]);
        try (RawClient client = edge.connect()) {
            client.send(GET);
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.text(5)).isEqualTo("0\r\n\r\n");
            assertThat(client.send(HELLO).response().body()).contains("hello");
        }
    }

    @Test
    void http10ClientGetsPlainBytesUntilTheConnectionCloses() {
        source = this::threePieces;
        try (RawClient client = edge.connect()) {
            client.send("GET /stream HTTP/1.0\r\n\r\n");
            RawClient.Response head = client.response();
            assertThat(head.headers()).doesNotContainKeys("content-length", "transfer-encoding");
            assertThat(head.header("Connection")).isEqualTo("close");
            assertThat(client.text(7)).isEqualTo("one two");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void headRequestDoesNotReadTheSource() {
        source = this::threePieces;
        try (RawClient client = edge.connect()) {
            client.send(GET.replace("GET", "HEAD") + HELLO);
            assertThat(client.response(true).header("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(client.response().body()).contains("hello");
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void connectionCloseIsHonouredAfterTheWholeBody() {
        source = this::threePieces;
        try (RawClient client = edge.connect()) {
            client.send("GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(client.response().header("Connection")).isEqualTo("close");
            assertThat(client.text(22)).endsWith("two\r\n0\r\n\r\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void wholeBodyIsSentAfterHalfClose() {
        BlockingQueue<BodySource.Taker> takers = new LinkedBlockingQueue<>();
        source = takers::add;
        try (RawClient client = edge.connect()) {
            client.send(GET);
            assertThat(client.response().status()).isEqualTo(200);
            BodySource.Taker taker = Edge.await(takers);
            client.endOfInput();
            taker.piece(bytes("one "));
            assertThat(client.text(9)).isEqualTo("4\r\none \r\n");
            Edge.await(takers).last(bytes("two"));
            assertThat(client.text(13)).isEqualTo("3\r\ntwo\r\n0\r\n\r\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void sourceIsNeverFarAheadOfItsClient() {
        int pieces = 256;
        // Well above what the socket buffers of both sides can hold.
        int ahead = 64;
        source = taker -> {
            if (asked.incrementAndGet() < pieces) {
                taker.piece(new byte[MEBIBYTE]);
            } else {
                taker.last(new byte[MEBIBYTE]);
            }
        };
        try (RawClient client = edge.connect()) {
            client.send("GET /stream HTTP/1.0\r\n\r\n");
            client.response();
            for (int read = 0; read < pieces; read++) {
                assertThat(asked.get()).isLessThanOrEqualTo(read + ahead);
                assertThat(client.read(MEBIBYTE)).isEqualTo(MEBIBYTE);
            }
            assertThat(client.isClosedByServer()).isTrue();
        }
        assertThat(asked).hasValue(pieces);
    }

    @Test
    void sourceIsNotReadAfterTheClientDisconnects() {
        BlockingQueue<BodySource.Taker> takers = new LinkedBlockingQueue<>();
        source = takers::add;
        try (RawClient client = edge.connect()) {
            client.send(GET);
            assertThat(client.response().status()).isEqualTo(200);
            BodySource.Taker taker = Edge.await(takers);
            client.reset();
            Exchange gone = Edge.await(hungUp);
            taker.piece(bytes("nobody"));
            // Any effect of the piece precedes this task on the same loop.
            BlockingQueue<String> after = new LinkedBlockingQueue<>();
            gone.loop().execute(() -> after.add("after"));
            Edge.await(after);
        }
        assertThat(takers).isEmpty();
    }

    @Test
    void brokenBodyEndsWithoutTheLastChunk() {
        source = taker -> {
            if (asked.incrementAndGet() == 1) {
                taker.piece(bytes("one "));
            } else {
                taker.broken();
            }
        };
        try (RawClient client = edge.connect()) {
            client.send(GET);
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.text(9)).isEqualTo("4\r\none \r\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
        Edge.await(hungUp);
    }

    @Test
    void failingSourceEndsTheBodyWithoutTheLastChunk() {
        source = taker -> {
            if (asked.incrementAndGet() > 1) {
                throw new IllegalStateException("on purpose");
            }
            taker.piece(bytes("one "));
        };
        try (RawClient client = edge.connect()) {
            client.send(GET);
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.text(9)).isEqualTo("4\r\none \r\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }
}
