package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.server.RawClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HangUpTest {

    private static final String GET = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String PARK = "POST /park HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private Edge edge;

    @BeforeEach
    void start() {
        edge = Edge.start();
    }

    @AfterEach
    void stop() {
        edge.close();
    }

    @Test
    void closeDuringAParkedRequestIsADisconnect() {
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            assertThat(parked.isOpen()).isTrue();
            client.close();
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
            assertThat(parked.isOpen()).isFalse();
        }
    }

    @Test
    void resetDuringAParkedRequestIsADisconnect() {
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            client.reset();
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
        }
    }

    @Test
    void endOfInputHandlerRunsAtOnceAndDecides() {
        EdgeLimits patient = EdgeLimits.DEFAULT.withHalfClose(3_600_000);
        BlockingQueue<Exchange> ended = new LinkedBlockingQueue<>();
        try (Edge slow = Edge.start(patient);
                RawClient client = slow.connect();
                RawClient other = slow.connect()) {
            client.send(PARK);
            Exchange parked = slow.parked();
            parked.onInputEnded(() -> ended.add(parked));
            client.endOfInput();
            assertThat(Edge.await(ended)).isSameAs(parked);
            assertThat(parked.isOpen()).isTrue();
            parked.drop();
            assertThat(Edge.await(slow.hungUp)).isSameAs(parked);

            other.send(PARK).endOfInput();
            Exchange answered = slow.parked();
            answered.onInputEnded(() -> answered.replyEmpty(204));
            assertThat(other.response().status()).isEqualTo(204);
        }
    }

    @Test
    void halfCloseDuringAParkedRequestIsADisconnect() {
        try (RawClient client = edge.connect()) {
            client.send(PARK).endOfInput();
            Exchange parked = edge.parked();
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void immediateRepliesAreSentAfterHalfClose() {
        try (RawClient client = edge.connect()) {
            client.send(GET + GET).endOfInput();
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void replyInFlightFromAnotherThreadIsSentAfterHalfClose() {
        try (Edge own = Edge.start(EdgeLimits.DEFAULT.withHalfClose(600_000));
                RawClient client = own.connect()) {
            client.send(PARK).endOfInput();
            own.parked().reply(200, Edge.json("away"));
            assertThat(client.response().body()).contains("away");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void resetIsDetectedBeyondTheReadAheadLimit() {
        assumeTrue(Edge.isNative(), "where reading pauses, only native transports see the end");
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            client.sendLeniently(GET.repeat(10_000).getBytes(StandardCharsets.US_ASCII));
            client.reset();
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
        }
    }

    @Test
    void closeIsDetectedBeyondTheReadAheadLimit() {
        assumeTrue(Edge.isNative(), "where reading pauses, only native transports see the end");
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            client.sendLeniently(GET.repeat(4_000).getBytes(StandardCharsets.US_ASCII));
            client.endOfInput();
            assertThat(Edge.await(edge.hungUp)).isSameAs(parked);
        }
    }

    @Test
    void handlerSetAfterTheDisconnectRunsAtOnce() {
        BlockingQueue<String> late = new LinkedBlockingQueue<>();
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            client.reset();
            Edge.await(edge.hungUp);
            parked.onHangUp(() -> late.add("told"));
            assertThat(Edge.await(late)).isEqualTo("told");
        }
    }

    @Test
    void replyAfterTheDisconnectIsDropped() {
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            Exchange parked = edge.parked();
            client.reset();
            Edge.await(edge.hungUp);
            parked.reply(200, Edge.json("nobody"));
        }
        try (RawClient other = edge.connect()) {
            assertThat(other.send(GET).response().body()).contains("hello");
        }
    }

    @Test
    void answeredRequestIsNotNotifiedOfADisconnect() {
        try (RawClient client = edge.connect()) {
            client.send(PARK);
            edge.parked().reply(200, Edge.json("done"));
            assertThat(client.response().status()).isEqualTo(200);
            client.send(PARK);
            Exchange second = edge.parked();
            client.close();
            assertThat(Edge.await(edge.hungUp)).isSameAs(second);
            assertThat(edge.hungUp).isEmpty();
        }
    }

    @Test
    void incompleteHeadAtEndOfInputIsClosedWithoutAReply() {
        try (RawClient client = edge.connect()) {
            client.send("GET /hello HT").endOfInput();
            assertThat(client.isClosedByServer()).isTrue();
        }
    }
}
