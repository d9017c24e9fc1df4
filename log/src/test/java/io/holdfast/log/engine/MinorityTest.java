package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Token;
import io.holdfast.log.LogOptions;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member without a majority rejects calls, and serves again with its peers. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class MinorityTest {

    private static final long PATIENCE_SECONDS = 3;

    @TempDir
    private Path directory;

    @Test
    void minorityRejectsCallsAndRecovers() throws IOException {
        try (TestCluster cluster = new TestCluster(
                directory, LogOptions.DEFAULT, PATIENCE_SECONDS, "n1", "n2", "n3")) {
            cluster.startAll();
            Engine lonely = cluster.node("n1");
            TestClient one = TestClient.open(lonely, 1);
            Token held = token(one.acquire("k", 0, 300));
            TestClient two = TestClient.open(lonely, 2);
            Sent waiting = two.acquire("k", 200, 300);
            await().atMost(60, TimeUnit.SECONDS).until(() -> waiting.parked);
            cluster.stop("n2");
            cluster.stop("n3");

            TestClient three = new TestClient(lonely, 1);
            Sent sent = three.renew("k", held, 200);
            CompletableFuture<Boolean> read = new CompletableFuture<>();
            lonely.read(
                    new Query.FindSession(Actor.DEFAULT_TENANT, one.session),
                    (found, point) -> read.complete(true),
                    () -> read.complete(false));
            CompletableFuture<Boolean> stale = new CompletableFuture<>();
            lonely.readStale(
                    new Query.FindSession(Actor.DEFAULT_TENANT, one.session),
                    (found, point) -> stale.complete(found != null));
            assertThat(stale.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
            assertThat(read.orTimeout(30, TimeUnit.SECONDS).join()).isFalse();
            assertThat(outcome(sent)).isIn(Outcome.UNKNOWN, Refusal.NO_LEADER.outcome());
            assertThat(outcome(waiting)).isEqualTo(Outcome.UNKNOWN);

            CompletableFuture<Void> others =
                    CompletableFuture.allOf(cluster.starting("n2"), cluster.starting("n3"));
            others.join();
            await().atMost(60, TimeUnit.SECONDS).until(() -> lonely.state() == EngineState.RUNNING);
            assertThat(now(one.renew("k", held, 300))).isInstanceOf(Outcome.Renewed.class);
            // The queue is empty: the waiter was answered, and its place ended with its process.
            assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
            assertThat(now(two.acquire("k", 0, 5))).isInstanceOf(Outcome.Granted.class);
        }
    }

    private static Outcome outcome(Sent sent) {
        return sent.outcome.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
