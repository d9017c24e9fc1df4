package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ClosedLoopTest {

    private static final String FIXED = Responder.http(200, "{\"status\":\"ok\"}");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 10_000})
    void repliesInPiecesAreReadCompletely(int pieceLength) throws IOException {
        try (Responder responder = new Responder(pieceLength, request -> FIXED)) {
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), Loads.window(10, 100));

            assertThat(found.examples()).isEmpty();
            assertThat(found.faults()).isZero();
            assertThat(found.latencies().count()).isEqualTo(50);
        }
    }

    @Test
    void pairLatencyIsFromFirstRequestToLastReply() throws IOException {
        try (Responder responder = new Responder(10_000, request -> FIXED)) {
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), Loads.window(10, 100));

            assertThat(found.latencies().percentileMicros(0)).isBetween(1_999.0, 2_001.0);
            assertThat(found.latencies().percentileMicros(100)).isBetween(1_999.0, 2_001.0);
            assertThat(found.acquires().percentileMicros(100)).isBetween(999.0, 1_001.0);
            assertThat(found.perSecond()).isEqualTo(500);
        }
    }

    @Test
    void slowReplyAffectsTheHighestPercentileOnly() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        AtomicLong slowNanos = new AtomicLong();
        Responder[] self = new Responder[1];
        try (Responder responder = new Responder(10_000, request -> {
            if (requests.incrementAndGet() == 50) {
                self[0].advance(slowNanos.get());
            }
            return FIXED;
        })) {
            self[0] = responder;
            slowNanos.set(Loads.SECOND_NANOS);
            Window window = new Window(0, 2 * Loads.SECOND_NANOS, Loads.SECOND_NANOS);
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), window);

            assertThat(found.latencies().percentileMicros(99)).isLessThan(2_010);
            assertThat(found.latencies().percentileMicros(100)).isGreaterThan(1_000_000);
        }
    }

    @Test
    void replyWithAnotherStatusIsCountedAndShown() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (Responder responder = new Responder(
                10_000,
                request -> requests.incrementAndGet() == 30
                        ? Responder.http(503, "{\"error\":\"draining\"}")
                        : FIXED)) {
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), Loads.window(10, 100));

            assertThat(found.faults()).isEqualTo(1);
            assertThat(found.examples().getFirst()).contains("503", "draining");
            assertThat(found.latencies().count()).isPositive();
        }
    }

    @Test
    void serverThatOnlyRefusesEndsTheRunEarly() throws IOException {
        try (Responder responder = new Responder(10_000, request -> Responder.http(429, "{}"))) {
            Measurement found =
                    Loads.closed(responder, 4, Loads.twoGets(), Loads.window(0, 100_000));

            assertThat(found.faults()).isBetween(1_000L, 1_010L);
            assertThat(found.latencies().count()).isZero();
        }
    }

    @Test
    void connectionClosedByTheServerIsAFault() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (Responder responder =
                new Responder(10_000, request -> requests.incrementAndGet() > 20 ? "" : FIXED)) {
            Measurement found =
                    Loads.closed(responder, 2, Loads.twoGets(), Loads.window(0, 10_000));

            assertThat(found.faults()).isGreaterThanOrEqualTo(2);
            assertThat(found.examples()).contains("the server closed a connection");
        }
    }

    @Test
    void unexpectedBytesAreAFault() throws IOException {
        try (Responder responder = new Responder(10_000, request -> FIXED + FIXED)) {
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), Loads.window(0, 100));

            assertThat(found.examples().getFirst()).startsWith("bytes after the reply");
        }
    }

    @Test
    void unansweredRequestIsAFaultAndEndsTheRun() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        Responder[] self = new Responder[1];
        try (Responder responder = new Responder(10_000, request -> {
            if (requests.incrementAndGet() < 50) {
                return FIXED;
            }
            self[0].advance(10 * Loads.SECOND_NANOS);
            return "HTTP/1.1 200 OK\r\n";
        })) {
            self[0] = responder;
            Measurement found = Loads.closed(responder, 1, Loads.twoGets(), Loads.window(0, 100));

            assertThat(found.examples()).contains("a request that was not answered in time");
        }
    }

    @Test
    void replyWithoutTheExpectedTextIsAFault() throws IOException {
        try (Responder responder =
                new Responder(10_000, request -> Responder.http(200, "{\"status\":\"timeout\"}"))) {
            Measurement found = Loads.closed(
                    responder,
                    1,
                    connection -> {
                        Step later = new Step(Protocol.HTTP, "GET /TTTT", 200);
                        Step first =
                                Loads.get(200).capturing("\"token\":\"", "TTTT", List.of(later));
                        return new Dialogue(List.of(), List.of(first, later), List.of());
                    },
                    Loads.window(0, 100));

            assertThat(found.faults()).isPositive();
            assertThat(found.examples().getFirst()).contains("timeout");
        }
    }

    @Test
    void serverCpuTimeIsThatOfTheWindowOnly() throws IOException {
        AtomicLong spent = new AtomicLong();
        try (Responder responder = new Responder(10_000, request -> {
            spent.addAndGet(3_000);
            return FIXED;
        })) {
            Measurement found = ClosedLoop.measure(
                    responder.address(),
                    1,
                    Loads.twoGets(),
                    Loads.window(500, 100),
                    spent::get,
                    responder::now);

            assertThat(found.serverMicrosPerPair().orElseThrow()).isEqualTo(6.0);
        }
    }
}
