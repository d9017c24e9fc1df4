package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LineLoadTest {

    private final FakeLine locks = new FakeLine();

    @Test
    void tokensAreCopiedIntoTheReleaseEvenIfAReplyArrivesInPieces() throws IOException {
        try (Responder responder = Responder.ofLines(7, locks)) {
            Measurement found =
                    Loads.closed(responder, 8, LineDialogues.unique(), Loads.window(10, 1_000));

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
        }
    }

    @Test
    void connectionsThatShareAKeyTakeTurnsAndReleaseIt() throws IOException {
        try (Responder responder = Responder.ofLines(10_000, locks)) {
            Measurement found =
                    Loads.closed(responder, 16, LineDialogues.shared(), Loads.window(10, 1_000));

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
            assertThat(locks.holdsLeft()).isZero();
        }
    }

    @Test
    void refusedReleaseIsAFault() throws IOException {
        Responder.Answering forgetful =
                request -> request.startsWith("r") ? "error\n" : locks.answer(request);
        try (Responder responder = Responder.ofLines(10_000, forgetful)) {
            Measurement found =
                    Loads.closed(responder, 1, LineDialogues.unique(), Loads.window(0, 1));

            assertThat(found.examples()).contains("a wrong reply: error | ");
        }
    }

    @Test
    void grantWithoutATokenIsAFault() throws IOException {
        try (Responder responder = Responder.ofLines(10_000, request -> "ok\n")) {
            Measurement found =
                    Loads.closed(responder, 1, LineDialogues.unique(), Loads.window(0, 5));

            assertThat(found.examples()).contains("a wrong reply: ok | ");
        }
    }
}
