package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests locks against a real server. */
final class DistributedLockTest {

    private static TestMember member;

    @BeforeAll
    static void start() {
        member = TestMember.start();
    }

    @AfterAll
    static void stop() {
        member.close();
    }

    @Test
    void lockOfOneClientExcludesAnother() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            DistributedLock anns = ann.lock("exclusive");
            assertThat(anns.tryLock()).isTrue();
            assertThat(anns.fence()).isPositive();
            assertThat(anns.remaining()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(30));

            assertThat(bob.lock("exclusive").tryLock()).isFalse();
            anns.unlock();

            assertThat(bob.lock("exclusive").tryLock(1, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void waitersAreServedInOrder() {
        try (Holdfast holder = member.client();
                Holdfast waiting = member.client()) {
            DistributedLock lock = holder.lock("fifo");
            lock.lock();
            List<Integer> order = new ArrayList<>();
            List<CompletableFuture<Void>> waiters = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int number = i;
                waiters.add(Threads.start(() -> {
                    DistributedLock mine = waiting.lock("fifo");
                    mine.lock();
                    order.add(number);
                    mine.unlock();
                }));
                member.awaitQueued("fifo", i + 1);
            }

            lock.unlock();
            waiters.forEach(CompletableFuture::join);

            assertThat(order).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void counterUnderTheLockLosesNoIncrement() {
        try (Holdfast one = member.client();
                Holdfast two = member.client()) {
            AtomicInteger inside = new AtomicInteger();
            int[] count = new int[1];
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                DistributedLock lock = (i % 2 == 0 ? one : two).lock("counter");
                threads.add(Threads.virtual(() -> {
                    for (int round = 0; round < 5; round++) {
                        lock.lock();
                        try {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            count[0]++;
                            inside.decrementAndGet();
                        } finally {
                            lock.unlock();
                        }
                    }
                }));
            }
            threads.forEach(CompletableFuture::join);

            assertThat(count[0]).isEqualTo(30);
        }
    }

    @Test
    void waitEndsAfterItsTimeAndLeavesTheQueue() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            ann.lock("timeout").lock();

            Acquired whole = bob.lock("timeout").acquire(Duration.ofSeconds(1));
            Acquired part = bob.lock("timeout").acquire(Duration.ofMillis(300));

            assertThat(whole)
                    .isInstanceOfSatisfying(
                            Acquired.Refused.class,
                            refused -> assertThat(refused.isBusy()).isTrue());
            assertThat(part).isInstanceOf(Acquired.Refused.class);
        }
        try (Holdfast cid = member.client()) {
            assertThat(cid.lock("timeout").tryLock(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void interruptGivesThePlaceUp() {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            DistributedLock held = ann.lock("interrupted");
            held.lock();
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    bob.lock("interrupted").lockInterruptibly();
                    failure.complete(new AssertionError("locked"));
                } catch (InterruptedException e) {
                    failure.complete(e);
                }
            });
            member.awaitQueued("interrupted", 1);
            waiting.interrupt();

            assertThat(failure.join()).isInstanceOf(InterruptedException.class);
            // The client ends the wait in the background.
            member.awaitWaitEnded("interrupted", 1);
            held.unlock();
            assertThat(bob.lock("interrupted").tryLock()).isTrue();
        }
    }

    @Test
    void interruptedEnqueueLeavesNoPlaceBehind() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Lease held = ann.lock("enqueue").acquire().orThrow();
            CompletableFuture<Boolean> interrupted = Threads.supply(() -> {
                Thread.currentThread().interrupt();
                try {
                    bob.lock("enqueue").enqueue();
                    return false;
                } catch (InterruptedException e) {
                    return true;
                }
            });
            assertThat(interrupted.join()).isTrue();
            held.release();

            assertThat(ann.lock("enqueue").acquire(Duration.ofSeconds(60)).isGranted())
                    .isTrue();
        }
    }

    @Test
    void onlyTheLockingThreadCanUnlock() {
        try (Holdfast client = member.client()) {
            DistributedLock lock = client.lock("owned");
            lock.lock();

            CompletableFuture<Void> other = Threads.start(lock::unlock);

            assertThatThrownBy(other::join)
                    .hasCauseInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("does not hold the lock owned");
            assertThat(lock.isHeldNow()).isTrue();
            lock.unlock();
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThatThrownBy(lock::fence).isInstanceOf(IllegalMonitorStateException.class);
        }
    }

    @Test
    void lockIsNotReentrantAndHasNoConditions() {
        try (Holdfast client = member.client()) {
            DistributedLock lock = client.lock("reentrant");
            lock.lock();

            assertThatThrownBy(lock::lock).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(lock::newCondition)
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void fenceRisesWithEveryGrant() throws InterruptedException {
        try (Holdfast client = member.client()) {
            Lease first = client.lock("fence").acquire().orThrow();
            assertThat(first.release()).isTrue();
            assertThat(first.release()).isFalse();
            Lease second = client.lock("fence").acquire().orThrow();

            assertThat(second.fence()).isGreaterThan(first.fence());
            assertThat(first.isHeldNow()).isFalse();
            assertThat(second.toString()).doesNotContain(second.token());
        }
    }

    @Test
    void closingTheClientReleasesItsLocksAndEndsItsWaits() {
        Holdfast ann = member.client();
        ann.lock("closed").lock();
        try (Holdfast bob = member.client()) {
            CompletableFuture<Void> bobs =
                    Threads.start(() -> bob.lock("closed").lock());
            member.awaitQueued("closed", 1);
            CompletableFuture<Void> anns =
                    Threads.start(() -> ann.lock("closed").lock());
            member.awaitQueued("closed", 2);

            ann.close();

            bobs.join();
            assertThatThrownBy(anns::join).hasMessageContaining("closed");
        }
        assertThatThrownBy(() -> ann.lock("closed").tryLock())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void queuedPlaceIsGrantedInItsTurn() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Lease held = ann.lock("queue").enqueue().orThrow();
            Acquired.Queued queued = (Acquired.Queued) bob.lock("queue").enqueue();
            assertThat(queued.position()).isEqualTo(1);
            held.release();

            Lease granted = queued.place().await(Duration.ofSeconds(20)).orThrow();

            assertThat(granted.isHeldNow()).isTrue();
            assertThatThrownBy(() -> queued.place().await(Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void placeThatIsGivenUpIsLeftToTheNextClient() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Lease held = ann.lock("given-up").acquire().orThrow();
            Acquired.Queued queued = (Acquired.Queued) bob.lock("given-up").enqueue();
            queued.place().close();
            held.release();

            assertThat(ann.lock("given-up").acquire(Duration.ofSeconds(20)).isGranted())
                    .isTrue();
        }
    }

    @Test
    void semaphoreHasAsManySlotsAsItsLimit() throws InterruptedException {
        try (Holdfast client = member.client()) {
            DistributedSemaphore slots = client.semaphore("slots", 2);
            Lease first = slots.acquire().orThrow();
            slots.acquire().orThrow();
            assertThat(slots.acquire().isGranted()).isFalse();

            first.close();

            assertThat(slots.acquire(Duration.ofSeconds(20)).isGranted()).isTrue();
            assertThat(client.semaphore("slots", 3).acquire())
                    .isInstanceOfSatisfying(
                            Acquired.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("limit_mismatch"));
        }
    }

    @Test
    void grantIsRenewedAndReleasedByItsTokenFromAnotherClient() throws InterruptedException {
        SessionInfo session;
        String token;
        try (Holdfast first =
                Holdfast.builder().address(member.address()).keepSession().build()) {
            token = first.lock("kept").acquire().orThrow().token();
            session = first.session();
        }
        try (Holdfast second =
                Holdfast.builder().address(member.address()).session(session).build()) {
            DistributedLock lock = second.lock("kept");
            assertThat(second.session()).isEqualTo(session);
            assertThat(lock.tryLock()).isFalse();
            assertThat(lock.withTtl(Duration.ofSeconds(60)).renew(token))
                    .isEqualTo(Duration.ofSeconds(60));
            assertThat(lock.release(token)).isTrue();
            assertThat(lock.release(token)).isFalse();
        }
    }

    @Test
    void fixedLeaseOutlivesItsClientAndIsRenewedAndReleasedByItsToken()
            throws InterruptedException {
        FixedLease fixed;
        try (Holdfast ann = member.client()) {
            DistributedLock lock = ann.lock("fixed").withTtl(Duration.ofMinutes(10));
            fixed = lock.tryLockFixed().orElseThrow();
            assertThat(lock.tryLockFixed()).isEmpty();
            assertThat(fixed.ttl()).isEqualTo(Duration.ofMinutes(10));
            assertThat(fixed.toString()).doesNotContain(fixed.token());
        }
        try (Holdfast bob = member.client()) {
            DistributedLock lock = bob.lock("fixed");
            assertThat(lock.tryLock()).isFalse();
            Duration shorter = lock.withTtl(Duration.ofSeconds(5)).renew(fixed.token());
            assertThat(shorter).isEqualTo(Duration.ofSeconds(5));
            assertThat(lock.release(fixed.token())).isTrue();
            assertThat(lock.tryLock()).isTrue();
            assertThat(lock.fence()).isGreaterThan(fixed.fence());
        }
    }
}
