package io.holdfast.log.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LaneTest {

    private static final int THREADS = 4;
    private static final int TASKS = 300_000;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyTaskRunsOnceAndNeverConcurrently(boolean inline) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(THREADS * TASKS);
        Lane lane = new Lane("lane", inline, () -> alone(() -> {}), () -> false);
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

    @Test
    void deferrableTaskRunsWithTheNextTask() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        Lane lane = new Lane("lane", false, () -> {}, () -> {
            asked.countDown();
            return true;
        });
        lane.start();
        lane.run(() -> {});
        awaitUninterruptibly(asked);
        awaitParked(lane);
        List<String> ran = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        lane.runWithOthers(() -> ran.add("waited"));
        assertThat(lane.isParked()).isTrue();
        assertThat(ran).isEmpty();

        lane.run(() -> {
            ran.add("came");
            done.countDown();
        });
        awaitUninterruptibly(done);
        lane.stop();

        assertThat(ran).containsExactly("waited", "came");
    }

    /** Like calls while batches are in flight: each commit makes room and runs deferred tasks. */
    @Test
    void deferrableTasksAreNeverForgotten() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(THREADS * TASKS);
        AtomicInteger gathered = new AtomicInteger();
        AtomicInteger underWay = new AtomicInteger();
        Queue<Runnable> commits = new ConcurrentLinkedQueue<>();
        Runnable send = () -> {
            if (underWay.get() == 0 && gathered.get() > 0) {
                underWay.set(gathered.getAndSet(0));
                commits.add(() -> {
                    int landed = underWay.getAndSet(0);
                    for (int i = 0; i < landed; i++) {
                        left.countDown();
                    }
                });
            }
        };
        Lane lane = new Lane("lane", false, send, () -> underWay.get() > 0);
        lane.start();
        Thread log = Thread.ofPlatform().daemon().start(() -> {
            while (left.getCount() > 0) {
                Runnable commit = commits.poll();
                if (commit != null) {
                    lane.run(commit);
                }
            }
        });
        for (int i = 0; i < THREADS; i++) {
            Thread.ofPlatform().start(() -> {
                for (int task = 0; task < TASKS; task++) {
                    lane.runWithOthers(gathered::incrementAndGet);
                }
            });
        }
        boolean allRan = left.await(60, TimeUnit.SECONDS);
        lane.stop();
        assertThat(allRan).isTrue();
        log.join();
    }

    /** The thread that counts a task up from zero runs it, so no other may have run it before. */
    @Test
    void uncountedTaskIsNotRun() throws InterruptedException {
        CountDownLatch added = new CountDownLatch(1);
        CountDownLatch mayCount = new CountDownLatch(1);
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        Runnable late = () -> ranOn.set(Thread.currentThread());
        Queue<Runnable> inbox = new ConcurrentLinkedQueue<>() {
            @Override
            public boolean add(Runnable task) {
                boolean changed = super.add(task);
                added.countDown();
                awaitUninterruptibly(mayCount);
                return changed;
            }
        };
        Lane lane = new Lane("lane", true, () -> {}, () -> false, inbox);
        CountDownLatch running = new CountDownLatch(1);
        Thread first = Thread.ofPlatform()
                .start(() -> lane.run(() -> {
                    running.countDown();
                    awaitUninterruptibly(added);
                }));
        awaitUninterruptibly(running);
        Thread second = Thread.ofPlatform().start(() -> lane.run(late));
        boolean firstEnded = first.join(Duration.ofSeconds(10));
        Thread ranBeforeItWasCounted = ranOn.get();
        mayCount.countDown();
        second.join();
        first.join();
        assertThat(firstEnded).isTrue();
        assertThat(ranBeforeItWasCounted).isNull();
        assertThat(ranOn).hasValue(second);
    }

    /** Otherwise a commit could stay queued, and every call with it, until the next tick. */
    @Test
    void taskBehindAnUncountedDeferrableTaskIsRun() throws InterruptedException {
        Runnable deferrable = () -> {};
        CountDownLatch added = new CountDownLatch(1);
        CountDownLatch mayCount = new CountDownLatch(1);
        Queue<Runnable> inbox = new ConcurrentLinkedQueue<>() {
            @Override
            public boolean add(Runnable task) {
                boolean changed = super.add(task);
                if (task == deferrable) {
                    added.countDown();
                    awaitUninterruptibly(mayCount);
                }
                return changed;
            }
        };
        Lane lane = new Lane("lane", false, () -> {}, () -> true, inbox);
        lane.start();
        awaitParked(lane);
        Thread submitter = Thread.ofPlatform().start(() -> lane.runWithOthers(deferrable));
        awaitUninterruptibly(added);
        CountDownLatch committed = new CountDownLatch(1);
        lane.run(committed::countDown);
        awaitParked(lane);
        assertThat(inbox).hasSize(1);

        mayCount.countDown();
        submitter.join();

        boolean ran = committed.await(60, TimeUnit.SECONDS);
        lane.stop();
        assertThat(ran).isTrue();
    }

    private static void awaitParked(Lane lane) {
        while (!lane.isParked()) {
            Thread.onSpinWait();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void alone(Runnable work) {
        if (inside.getAndIncrement() != 0) {
            together.incrementAndGet();
        }
        work.run();
        inside.getAndDecrement();
    }
}
