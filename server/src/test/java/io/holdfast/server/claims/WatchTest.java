package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests GET /v1/claims/(id)/ with Prefer: wait=N. */
final class WatchTest {

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    private CompletableFuture<Reply> watch(long id, int seconds, String... headers) {
        int before = server.watches();
        String[] all = new String[headers.length + 2];
        all[0] = "Prefer";
        all[1] = "wait=" + seconds;
        System.arraycopy(headers, 0, all, 2, headers.length);
        CompletableFuture<Reply> reply =
                server.client().start("GET", "/v1/claims/" + id + "/", "", all);
        await(() -> server.watches() != before || reply.isDone());
        return reply;
    }

    @Test
    void watchEndsWhenTheStatusChanges() {
        claims.create("r", 60);
        claims.create("r", 60);
        CompletableFuture<Reply> waiting = watch(2, 30);
        CompletableFuture<Reply> active = watch(1, 30);
        assertThat(waiting).isNotDone();
        claims.status(1, "released");
        Reply promoted = Client.await(waiting);
        assertThat(promoted.text("status")).isEqualTo("active");
        assertThat(promoted.header("X-Fence")).isPresent();
        assertThat(promoted.header("Preference-Applied")).contains("wait=30");
        assertThat(Client.await(active).text("status")).isEqualTo("released");
    }

    @Test
    void watchTimesOutWithTheCurrentState() {
        claims.create("r", 60);
        CompletableFuture<Reply> reply = watch(1, 5);
        server.clock().advanceNanos(4_999_999_999L);
        assertThat(reply).isNotDone();
        server.clock().advanceNanos(1);
        assertThat(Client.await(reply).json().path("ttl").asDouble()).isEqualTo(55);
        assertThat(server.watches()).isZero();
    }

    @Test
    void expiryEndsTheWatch() {
        claims.create("r", 2);
        CompletableFuture<Reply> reply = watch(1, 30);
        server.clock().advanceSeconds(3);
        assertThat(Client.await(reply).text("status")).isEqualTo("expired");
    }

    @Test
    void renewalDoesNotEndTheWatch() {
        claims.create("r", 2);
        CompletableFuture<Reply> reply = watch(1, 30);
        claims.ttl(1, 60);
        assertThat(reply).isNotDone();
        claims.status(1, "aborted");
        assertThat(Client.await(reply).text("status")).isEqualTo("aborted");
    }

    @Test
    @DisplayName("a final status never changes, so that nobody waits for it")
    void finalClaimIsReturnedAtOnce() {
        claims.create("r", 60);
        claims.status(1, "released");
        assertThat(claims.get(1, "Prefer", "wait=30").text("status")).isEqualTo("released");
        assertThat(claims.get(7, "Prefer", "wait=30").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("a change between two requests is not missed by whoever names what it saw")
    void alreadyChangedStatusIsReturnedAtOnce() {
        claims.create("r", 60);
        String seen = claims.create("r", 60).header("ETag").orElse("");
        claims.status(1, "released");
        Reply reply = claims.get(2, "Prefer", "wait=30", "If-None-Match", seen);
        assertThat(reply.text("status")).isEqualTo("active");
        CompletableFuture<Reply> again =
                watch(2, 30, "If-None-Match", reply.header("ETag").orElse(""));
        assertThat(again).isNotDone();
        claims.status(2, "released");
        assertThat(Client.await(again).text("status")).isEqualTo("released");
    }

    @ParameterizedTest(name = "Prefer: {0} waits {1} s")
    @CsvSource(
            delimiter = '|',
            value = {
                "wait=5|5",
                "respond-async, wait=5|5",
                "Wait=7; x=y|7",
                "wait=\"9\"|9",
                "wait=100000|60",
                "wait=|0",
                "wait=-1|0",
                "wait=abc|0",
                "wait|0",
                "return=minimal|0",
            })
    void preferHeaderIsParsed(String prefer, long seconds) {
        assertThat(Watches.seconds(prefer)).isEqualTo(seconds);
    }

    @Test
    void disconnectedWatcherIsRemoved() {
        claims.create("r", 60);
        try (RawClient client = new RawClient(server)) {
            client.send("GET /v1/claims/1/ HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=60\r\n\r\n");
            awaitWatches(1);
        }
        awaitWatches(0);
    }

    private void awaitWatches(int count) {
        await(() -> server.watches() == count);
    }

    private static void await(BooleanSupplier condition) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain").isLessThan(endNanos);
            LockSupport.parkNanos(100_000);
        }
    }

    @Test
    void shutdownAnswersWatchesWithTheCurrentState() {
        claims.create("r", 60);
        CompletableFuture<Reply> reply = watch(1, 60);
        server.stop();
        assertThat(Client.await(reply).status()).isEqualTo(200);
        assertThat(Client.await(reply).text("status")).isEqualTo("active");
    }
}
