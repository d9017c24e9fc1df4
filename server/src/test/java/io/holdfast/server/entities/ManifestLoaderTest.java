package io.holdfast.server.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Settings;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.server.FakeClock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how loading a manifest changes the shared state. */
final class ManifestLoaderTest {

    private Engine engine;
    private ManifestLoader loader;

    @BeforeEach
    void start() throws IOException {
        EngineOptions options = new EngineOptions("n1", Settings.DEFAULT, true, true);
        engine = Engine.start(new MemoryLog(), new FakeClock(), options);
        loader = new ManifestLoader(engine);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private static EntitySpec component(String id) {
        return new EntitySpec(EntityType.COMPONENT, id, id, null, LockRules.OPEN, null);
    }

    private long hashAfter(EntitySpec... manifest) {
        loader.load(List.of(manifest)).join();
        return engine.stateHash().join();
    }

    @Test
    void sameManifestOfAnotherMemberChangesNothing() {
        long first = hashAfter(component("a"), component("b"));
        assertThat(hashAfter(component("a"), component("b"))).isEqualTo(first);
        assertThat(hashAfter(component("a"))).isNotEqualTo(first);
    }

    /** A member that starts while the cluster has no leader must not exit. */
    @Test
    void loadIsRetriedUntilThereIsALeader() throws IOException {
        Queue<CompletableFuture<Void>> answers = new ArrayDeque<>();
        answers.add(CompletableFuture.failedFuture(new ManifestLoader.Unheard("no leader")));
        answers.add(CompletableFuture.completedFuture(null));

        ManifestLoader.patiently(answers::remove, () -> false);

        assertThat(answers).isEmpty();
    }

    @Test
    void rejectedOrStoppedLoadIsNotRetried() {
        assertThatThrownBy(() -> ManifestLoader.patiently(
                        () -> CompletableFuture.failedFuture(new IllegalStateException("full")),
                        () -> false))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ManifestLoader.patiently(
                        () -> CompletableFuture.failedFuture(
                                new ManifestLoader.Unheard("no leader")),
                        () -> true))
                .isInstanceOf(IOException.class);
    }
}
