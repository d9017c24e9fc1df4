package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LockLoadTest {

    private final FakeLocks locks = new FakeLocks();

    @Test
    void tokensAndSessionsAreCopiedIntoLaterRequests() throws IOException {
        try (Responder responder = new Responder(40, locks)) {
            Measurement found =
                    Loads.closed(responder, 8, LockDialogues.unique(), Loads.window(10, 1_000));

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
        }
    }

    @Test
    void connectionsThatShareAKeyTakeTurns() throws IOException {
        try (Responder responder = new Responder(10_000, locks)) {
            Measurement found =
                    Loads.closed(responder, 16, LockDialogues.shared(), Loads.window(10, 1_000));

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
        }
    }

    @Test
    void runLeavesNoGrantAndNoSession() throws IOException {
        try (Responder responder = new Responder(10_000, locks)) {
            Loads.closed(responder, 16, LockDialogues.shared(), Loads.window(10, 1_000));

            assertThat(locks.holdsLeft()).isZero();
            assertThat(locks.sessionsLeft()).isZero();
        }
    }

    @Test
    void handoverIsMeasuredBesideUncontendedAcquires() throws IOException {
        try (Responder responder = new Responder(10_000, locks)) {
            Measurement found = Handover.measure(
                    responder.address(),
                    LockDialogues.handover(),
                    Loads.window(10, 1_000),
                    () -> -1,
                    responder::now);

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
            assertThat(found.acquires().count()).isPositive();
            assertThat(locks.holdsLeft()).isZero();
            assertThat(locks.sessionsLeft()).isZero();
        }
    }

    @Test
    void grantOfAHeldKeyIsDetectedInAHandoverRun() throws IOException {
        String grant =
                Responder.http(200, "{\"status\":\"ok\",\"token\":\"" + "0".repeat(32) + "\"}");
        Responder.Answering generous = request -> {
            if (request.startsWith("POST /v1/locks/key/release")) {
                return "HTTP/1.1 204 No Content\r\n\r\n";
            }
            return request.startsWith("POST /v1/locks/key ") ? grant : locks.answer(request);
        };
        try (Responder responder = new Responder(10_000, generous)) {
            Measurement found = Handover.measure(
                    responder.address(),
                    LockDialogues.handover(),
                    Loads.window(10, 1_000),
                    () -> -1,
                    responder::now);

            assertThat(found.examples()).contains("a waiter was granted a key that another held");
        }
    }
}
