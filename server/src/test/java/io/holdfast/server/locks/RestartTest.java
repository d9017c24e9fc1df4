package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a restart changes and what it preserves. */
final class RestartTest {

    @Test
    @DisplayName(
            "Decided: a durable server keeps HTTP sessions, holds and queue places over a restart;"
                    + " parked polls get 503 `draining`.")
    void durableServerResumesItsState(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        String ann;
        String bob;
        String token;
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller a = server.session();
            Caller b = server.session();
            ann = a.id();
            bob = b.id();
            token = a.lock("k", 600).token();
            assertThat(b.enqueue("k").text("status")).isEqualTo("queued");
            CompletableFuture<Reply> parked = server.session().lockWithin("k", 600);
            server.awaitQueued("k", 2);

            server.stop();

            assertThat(Client.await(parked).status()).isEqualTo(503);
            assertThat(Client.await(parked).error()).isEqualTo("draining");
            assertThat(Client.await(parked).header("Retry-After")).isPresent();
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller a = new Caller(server.client(), ann);
            Caller b = new Caller(server.client(), bob);
            assertThat(server.row("locks", "k").path("waiters").asInt()).isEqualTo(1);
            assertThat(a.renew("k", token).status()).isEqualTo(200);
            assertThat(a.release("k", token).status()).isEqualTo(204);
            assertThat(b.collect("k").text("status")).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName(
            "Decided: SIGTERM of `--ephemeral` behaves as the seed: sessions are closed, parked"
                    + " polls get 410.")
    void ephemeralServerClosesItsSessions() {
        try (TestServer server = TestServer.ephemeral()) {
            server.session().lock("k");
            CompletableFuture<Reply> parked = server.session().lockWithin("k", 600);
            server.awaitQueued("k", 1);

            server.stop();

            assertThat(Client.await(parked).status()).isEqualTo(410);
            assertThat(Client.await(parked).error()).isEqualTo("session_gone");
        }
    }

    @Test
    void fencesRiseAcrossCleanAndUncleanRestarts(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        long last = 0;
        for (int start = 0; start < 3; start++) {
            try (TestServer server = TestServer.durable(clock, directory)) {
                Caller ann = server.session();
                for (int i = 0; i < 3; i++) {
                    Reply reply = ann.lock("k" + start + i);
                    assertThat(reply.fence()).isGreaterThan(last);
                    last = reply.fence();
                }
                // Odd starts end without a shutdown, as if the process had been killed.
                if (start % 2 == 0) {
                    server.stop();
                }
            }
            clock.advanceSeconds(1);
        }
    }

    @Test
    void fencesRiseFromOneEphemeralServerToTheNext() {
        FakeClock clock = new FakeClock();
        long before;
        try (TestServer server = TestServer.ephemeralAt(clock)) {
            before = server.session().lock("k").fence();
        }
        clock.advanceSeconds(1);
        try (TestServer server = TestServer.ephemeralAt(clock)) {
            assertThat(server.session().lock("k").fence()).isGreaterThan(before);
        }
    }

    @Test
    void leaseExpiresDuringDowntime(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        String ann;
        String token;
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller a = server.session();
            ann = a.id();
            token = a.lock("k", 30).token();
        }
        clock.advanceSeconds(31);
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller a = new Caller(server.client(), ann);
            assertThat(a.renew("k", token).error()).isEqualTo("not_held");
            assertThat(a.lock("k").text("status")).isEqualTo("ok");
        }
    }

    @Test
    void parkedPollIsAnsweredOnShutdown() {
        try (TestServer server = TestServer.ephemeral()) {
            server.session().lock("k");
            Caller waiting = server.session();
            try (RawClient open = new RawClient(server)) {
                open.post(waiting, "locks/k", "{\"acquire_timeout_s\":600}");
                server.awaitQueued("k", 1);
                // Sent behind the parked poll, so that it is read during the shutdown.
                open.send("POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Length: 0\r\n\r\n");

                server.stop();

                assertThat(open.head()).startsWith("HTTP/1.1 410");
            }
        }
    }
}
