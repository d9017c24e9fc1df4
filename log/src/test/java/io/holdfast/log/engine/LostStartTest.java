package io.holdfast.log.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Settings;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The log accepts a starting member's first commands and loses them. */
final class LostStartTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FakeClock clock = new FakeClock();
    private final FakeGroup group = new FakeGroup(clock);

    @Test
    void lostFirstCommandsAreProposedAgain() {
        group.loses = 2;
        EngineOptions options = new EngineOptions(
                "n1", Settings.DEFAULT, false, false, PATIENCE_NANOS, PATIENCE_NANOS);
        try (Engine engine = new Engine(group, clock, options)) {
            CompletableFuture<Void> opened = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    engine.open();
                    opened.complete(null);
                } catch (IOException | RuntimeException e) {
                    opened.completeExceptionally(e);
                }
            });
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
                clock.pass(1, TimeUnit.SECONDS);
                return opened.isDone();
            });
            assertThat(group.loses).isZero();
            assertThat(group.batches).isNotEmpty();
        }
    }
}
