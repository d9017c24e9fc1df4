package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a retried mutating request with the same key gets the first answer and acts once. */
final class IdempotencyTest {

    private static final String KEY = "Idempotency-Key";
    private static final String TRY = "{\"acquire_timeout_s\":0}";

    @Test
    void repeatGetsTheFirstAnswerAndHasNoSecondEffect() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();

            Reply first = ann.post("semaphores/s", "{\"limit\":5}", KEY, "a");
            Reply again = ann.post("semaphores/s", "{\"limit\":5}", KEY, "a");
            Reply other = ann.post("semaphores/s", "{\"limit\":5}", KEY, "b");

            assertThat(again.body()).isEqualTo(first.body());
            assertThat(other.token()).isNotEqualTo(first.token());
            assertThat(server.row("semaphores", "s").path("holders").asInt()).isEqualTo(2);
        }
    }

    @Test
    void repeatedReleaseSucceeds() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();
            String body = "{\"token\":\"" + ann.lock("k").token() + "\"}";

            assertThat(ann.post("locks/k/release", body, KEY, "r").status()).isEqualTo(204);
            assertThat(ann.post("locks/k/release", body, KEY, "r").status()).isEqualTo(204);
            assertThat(ann.post("locks/k/release", body).status()).isEqualTo(404);
        }
    }

    @Test
    void sameKeyWithAnotherBodyIs422() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();
            ann.post("locks/k", TRY, KEY, "a");

            Reply refused = ann.post("locks/k", "{\"acquire_timeout_s\":1}", KEY, "a");

            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.error()).isEqualTo("idempotency_mismatch");
        }
    }

    @Test
    void keyIsScopedToSessionAndPath() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();
            Caller bob = server.session();
            Reply anns = ann.post("semaphores/s", "{\"limit\":5}", KEY, "a");

            assertThat(bob.post("semaphores/s", "{\"limit\":5}", KEY, "a").token())
                    .isNotEqualTo(anns.token());
            assertThat(ann.post("semaphores/t", "{\"limit\":5}", KEY, "a").token())
                    .isNotEqualTo(anns.token());
        }
    }

    @Test
    void repeatDuringAWaitJoinsIt() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();
            Caller bob = server.session();
            String token = ann.lock("k").token();
            String body = "{\"acquire_timeout_s\":600}";
            CompletableFuture<Reply> first = bob.start("locks/k", body, KEY, "w");
            server.awaitQueued("k", 1);
            CompletableFuture<Reply> second = bob.start("locks/k", body, KEY, "w");

            ann.release("k", token);

            assertThat(Client.await(second).body())
                    .isEqualTo(Client.await(first).body());
            assertThat(server.row("locks", "k").path("waiters").asInt()).isZero();
        }
    }

    @Test
    void repeatedSessionRequestGetsTheSameSession() {
        try (TestServer server = TestServer.ephemeral()) {
            Reply first = server.client().post("/v1/sessions", "", KEY, "s");
            Reply again = server.client().post("/v1/sessions", "", KEY, "s");

            assertThat(again.text("session_id")).isEqualTo(first.text("session_id"));
            assertThat(server.stats().path("connections").asInt()).isEqualTo(1);
        }
    }

    @Test
    void answerIsForgottenAfterTheWindow() {
        try (TestServer server = TestServer.ephemeral(
                "--idempotency-window", "5", "--http-session-idle-timeout", "0")) {
            Caller ann = server.session();
            Reply first = ann.post("semaphores/s", "{\"limit\":5}", KEY, "a");
            server.clock().advanceSeconds(5);

            assertThat(ann.post("semaphores/s", "{\"limit\":5}", KEY, "a").token())
                    .isNotEqualTo(first.token());
        }
    }

    @Test
    void transientErrorIsNotKept() {
        try (TestServer server = TestServer.ephemeral("--max-locks", "1")) {
            Caller ann = server.session();
            ann.lock("full");
            assertThat(ann.post("locks/k", TRY, KEY, "a").error()).isEqualTo("max_locks");

            server.clock().advanceSeconds(33);
            ann.ping();
            server.clock().advanceSeconds(30);
            ann.ping();
            server.clock().advanceSeconds(30);

            assertThat(ann.post("locks/k", TRY, KEY, "a").text("status")).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"with blank", ""})
    void invalidKeyIs400(String key) {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(server.session().post("locks/k", TRY, KEY, key).status()).isEqualTo(400);
            assertThat(server.session()
                            .post("locks/k", TRY, KEY, "x".repeat(256))
                            .status())
                    .isEqualTo(400);
            assertThat(server.session()
                            .post("locks/k", TRY, KEY, "x".repeat(255))
                            .status())
                    .isEqualTo(200);
            assertThat(server.client().post("/v1/sessions", "", KEY, key).status())
                    .isEqualTo(400);
        }
    }

    @Test
    void invalidKeyOfAnEndedSessionIsReportedAsTheEndOfTheSession() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller ann = server.session();
            server.clock().advanceSeconds(3600);

            assertThat(ann.post("locks/k", TRY, KEY, "with blank").error())
                    .isEqualTo("session_gone");
        }
    }

    @Test
    void firstAnswerSurvivesARestart(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        Reply first;
        String session;
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller ann = server.session();
            session = ann.id();
            first = ann.post("semaphores/s", "{\"limit\":5}", KEY, "a");
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller ann = new Caller(server.client(), session);

            assertThat(ann.post("semaphores/s", "{\"limit\":5}", KEY, "a").body())
                    .isEqualTo(first.body());
            assertThat(server.row("semaphores", "s").path("holders").asInt()).isEqualTo(1);
        }
    }
}
