package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.log.engine.TestClient.Sent;
import io.holdfast.log.journal.HeldDisk;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine over a journal whose sync does not return. */
final class SlowSyncTest {

    private final HeldDisk disk = new HeldDisk();

    @TempDir
    private Path directory;

    @AfterEach
    void release() {
        disk.release();
    }

    @Test
    void readIsAnsweredWhileASyncHangs() throws Exception {
        EngineOptions options = new EngineOptions("n1", Settings.DEFAULT, false, false);
        try (Engine engine = Engine.start(disk.log(directory), new FakeClock(), options)) {
            TestClient client = TestClient.open(engine, 1);
            now(client.acquire("before", 0, 60));
            disk.hold();
            Sent pending = client.acquire("pending", 0, 60);
            disk.awaitHeldSync();

            assertThat(held(engine, "before")).isTrue();
            assertThat(held(engine, "pending")).as("not acknowledged yet").isFalse();
            assertThat(pending.outcome).isNotDone();

            disk.release();
            assertThat(now(pending)).isInstanceOf(Outcome.Granted.class);
            assertThat(held(engine, "pending")).isTrue();
        }
    }

    private static boolean held(Engine engine, String key) throws Exception {
        CompletableFuture<@Nullable ResourceAnswer> answer = new CompletableFuture<>();
        engine.read(
                new Query.FindResource(TestClient.name(key)),
                (found, point) -> answer.complete(found),
                () -> answer.completeExceptionally(new AssertionError("the read was refused")));
        ResourceAnswer found = answer.get(60, TimeUnit.SECONDS);
        return found != null && found.row().held() > 0;
    }
}
