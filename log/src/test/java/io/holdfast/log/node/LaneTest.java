package io.holdfast.log.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LaneTest {

    private static final int THREADS = 4;
    private static final int TASKS = 300_000;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyTaskRunsOnceAndNeverBesideAnother(boolean inline) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(THREADS * TASKS);
        Lane lane = new Lane("lane", inline, () -> alone(() -> {}));
        lane.start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int task = 0; task < TASKS; task++) {
                    lane.run(() -> alone(left::countDown));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        boolean allRan = left.await(60, TimeUnit.SECONDS);
        lane.stop();
        assertThat(together).hasValue(0);
        assertThat(allRan).isTrue();
    }

    private void alone(Runnable work) {
        if (inside.getAndIncrement() != 0) {
            together.incrementAndGet();
        }
        work.run();
        inside.getAndDecrement();
    }
}
