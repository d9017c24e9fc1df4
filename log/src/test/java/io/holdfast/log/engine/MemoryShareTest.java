package io.holdfast.log.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.Settings;
import io.holdfast.core.query.Query;
import io.holdfast.log.Clock;
import io.holdfast.log.LogOptions;
import io.holdfast.log.MemoryLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The members' memory limits for the state, and the resulting budget. */
final class MemoryShareTest {

    private static final List<String> NAMES = List.of("n1", "n2", "n3");

    @TempDir
    private Path directory;

    @Test
    void singleMemberHasItsBudgetBeforeItServes() throws IOException {
        EngineOptions options = new EngineOptions("n1", Settings.DEFAULT, true, true);
        try (Engine engine =
                Engine.start(new MemoryLog(), Clock.SYSTEM, options.withStateBytesMax(5_000_000))) {
            assertThat(budget(engine)).isEqualTo(5_000_000);
        }
    }

    @Test
    void smallestMemberSetsTheBudgetOfAllEvenWhileItIsDown() throws IOException {
        try (TestCluster cluster =
                new TestCluster(directory, LogOptions.DEFAULT, 10, "n1", "n2", "n3")) {
            cluster.withStateBytesMax("n1", 3_000_000)
                    .withStateBytesMax("n2", 1_000_000)
                    .withStateBytesMax("n3", 2_000_000)
                    .startAll();
            awaitBudget(cluster, NAMES, 1_000_000);
            cluster.stop("n2");
            cluster.withStateBytesMax("n2", 2_500_000);
            awaitBudget(cluster, List.of("n1", "n3"), 1_000_000);
            cluster.start("n2");
            awaitBudget(cluster, NAMES, 2_000_000);
        }
    }

    private static void awaitBudget(TestCluster cluster, List<String> names, long bytes) {
        for (String name : names) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> budget(cluster.node(name)) == bytes);
        }
    }

    private static long budget(Engine engine) {
        CompletableFuture<Long> budget = new CompletableFuture<>();
        engine.readStale(
                new Query.Gauges(), (now, point) -> budget.complete(now.memory().stateMax()));
        return budget.join();
    }
}
