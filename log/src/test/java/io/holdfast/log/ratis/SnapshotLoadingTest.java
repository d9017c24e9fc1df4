package io.holdfast.log.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A load is recognized by the name of the updater thread and by its method. */
final class SnapshotLoadingTest {

    private static final String MEMBER = "n1@group-1";

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch loaded = new CountDownLatch(1);
    private final CountDownLatch applying = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private void reload() {
        begun.countDown();
        await(loaded);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        reload();
        applying.countDown();
        await(stopped);
    }

    @Test
    void loadIsInProgressUntilTheUpdaterLeavesIt() {
        assertThat(SnapshotLoading.isInProgress(MEMBER)).isFalse();
        Thread.ofPlatform().daemon().name(MEMBER + "-StateMachineUpdater").start(this::run);
        await(begun);
        assertThat(SnapshotLoading.isInProgress(MEMBER)).isTrue();
        assertThat(SnapshotLoading.isInProgress("n2@group-1")).isFalse();
        loaded.countDown();
        await(applying);
        assertThat(SnapshotLoading.isInProgress(MEMBER)).isFalse();
        stopped.countDown();
    }
}
