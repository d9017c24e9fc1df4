package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests locks of two instances of an application against a real server. */
final class HoldfastLockRegistryTest {

    private static final Duration MINUTES = Duration.ofMinutes(10);

    private static TestServer server;
    private static Holdfast otherClient;
    private static HoldfastLockRegistry one;
    private static HoldfastLockRegistry two;

    @BeforeAll
    static void start() {
        server = new TestServer();
        otherClient = server.newClient();
        one = new HoldfastLockRegistry(server.client());
        two = new HoldfastLockRegistry(otherClient);
    }

    @AfterAll
    static void stop() {
        otherClient.close();
        server.close();
    }

    private static ResourceInfo.Holder holder(String key) {
        return server.holder(key).orElseThrow();
    }

    private static void awaitQueued(String key, int waiting) {
        await().until(() -> server.client()
                .resources()
                .find("locks", key)
                .filter(info -> info.waiting() == waiting)
                .isPresent());
    }

    private static void breakLock(String key) {
        long fence = holder(key).fence();
        server.client().resources().breakGrant("locks", key, fence, "the job hangs");
    }

    @Test
    void lockExcludesOtherInstancesAndOtherThreads() {
        HoldfastLock lock = one.obtain("exclusive");
        lock.lock();

        assertThat(lock.isHeldNow()).isTrue();
        assertThat(lock.fence()).isEqualTo(holder("exclusive").fence());
        assertThat(two.obtain("exclusive").tryLock()).isFalse();
        assertThat(Threads.<Boolean>elsewhere(() -> one.obtain("exclusive").tryLock()))
                .isFalse();
        assertThat(Threads.<Boolean>elsewhere(lock::isHeldNow)).isFalse();
        lock.unlock();

        assertThat(server.holder("exclusive")).isEmpty();
        assertThat(lock.isHeldNow()).isFalse();
        assertThat(two.obtain("exclusive").tryLock()).isTrue();
        two.obtain("exclusive").unlock();
    }

    @Test
    void lockIsReentrantForItsThreadAndReleasedByTheLastUnlock() throws InterruptedException {
        Lock lock = one.obtain("reentrant");
        lock.lock();
        long fence = one.obtain("reentrant").fence();
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(one.obtain("reentrant").tryLock(1, TimeUnit.SECONDS)).isTrue();

        one.obtain("reentrant").unlock();
        lock.unlock();
        lock.unlock();
        assertThat(holder("reentrant").fence()).isEqualTo(fence);
        lock.unlock();

        assertThat(server.holder("reentrant")).isEmpty();
    }

    @Test
    void onlyTheHoldingThreadCanUnlockRenewOrReadTheFence() {
        HoldfastLock lock = one.obtain("owned");
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        lock.lock();

        assertThatThrownBy(() -> Threads.elsewhere(() -> {
                    lock.unlock();
                    return null;
                }))
                .isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> Threads.elsewhere(lock::fence))
                .isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> Threads.elsewhere(() -> {
                    one.renewLock("owned");
                    return null;
                }))
                .isInstanceOf(IllegalMonitorStateException.class);
        lock.unlock();
    }

    @Test
    void unlockOfALostLockThrowsAndTheNextHolderKeepsItsLock() {
        HoldfastLock lock = one.obtain("lost");
        lock.lock();
        long fence = lock.fence();
        breakLock("lost");
        two.obtain("lost").lock();

        assertThatThrownBy(lock::unlock)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessageContaining("the lock lost was lost");
        assertThat(holder("lost").fence()).isGreaterThan(fence);
        two.obtain("lost").unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void lostLockIsNotTakenAnewByANestedAcquisition() {
        HoldfastLock lock = one.obtain("nested");
        lock.lock();
        breakLock("nested");
        assertThatThrownBy(() -> one.renewLock("nested"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was lost");

        assertThatThrownBy(lock::tryLock).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(ConcurrentModificationException.class);
        assertThat(server.holder("nested")).isEmpty();
        assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void timeToLiveIsThatOfTheClientOfTheCallOrOfARenewal() throws InterruptedException {
        HoldfastLock lock = one.obtain("ttl");
        lock.lock();
        assertThat(holder("ttl").expiresIn()).isLessThanOrEqualTo(Duration.ofSeconds(30));
        one.renewLock("ttl", MINUTES);
        assertThat(holder("ttl").expiresIn()).isBetween(MINUTES.minusMinutes(1), MINUTES);
        one.renewLock("ttl");
        assertThat(holder("ttl").expiresIn()).isBetween(MINUTES.minusMinutes(1), MINUTES);
        lock.unlock();

        lock.lock(MINUTES);
        assertThat(holder("ttl").expiresIn()).isBetween(MINUTES.minusMinutes(1), MINUTES);
        lock.unlock();
        assertThat(lock.tryLock(Duration.ofSeconds(1), MINUTES)).isTrue();
        assertThat(holder("ttl").expiresIn()).isBetween(MINUTES.minusMinutes(1), MINUTES);
        lock.unlock();
    }

    @Test
    void lockIsRenewedWhileItIsHeld() throws InterruptedException {
        HoldfastLock lock = one.obtain("renewed");
        lock.lock(Duration.ofSeconds(1));
        long fence = lock.fence();

        assertThat(two.obtain("renewed").tryLock(3, TimeUnit.SECONDS)).isFalse();

        assertThat(holder("renewed").fence()).isEqualTo(fence);
        lock.unlock();
    }

    @Test
    void waitThatEndsLeavesNoPlaceInTheQueue() throws InterruptedException {
        one.obtain("wait").lock();

        assertThat(two.obtain("wait").tryLock(Duration.ofMillis(300), MINUTES)).isFalse();
        awaitQueued("wait", 0);
        assertThat(Threads.<Boolean>elsewhere(
                        () -> one.obtain("wait").tryLock(50, TimeUnit.MILLISECONDS)))
                .isFalse();

        one.obtain("wait").unlock();
        assertThatThrownBy(() -> {
                    two.obtain("wait").lock();
                    Threads.elsewhere(() -> {
                        two.executeLocked("wait", Duration.ofMillis(50), () -> {});
                        return null;
                    });
                })
                .hasCauseInstanceOf(TimeoutException.class);
        two.obtain("wait").unlock();
    }

    @Test
    void oneThreadOfAProcessWaitsAtTheServerAndTheOthersBehindIt() {
        two.obtain("turns").lock();
        List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(Threads.start(() -> {
                one.executeLocked("turns", () -> {});
                return true;
            }));
        }
        await().until(() -> one.inUse() == 1);
        awaitQueued("turns", 1);

        two.obtain("turns").unlock();

        assertThat(waiting).allMatch(CompletableFuture::join);
    }

    @Test
    void counterUnderTheLockLosesNoIncrement() {
        int[] count = new int[1];
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            HoldfastLockRegistry registry = i % 2 == 0 ? one : two;
            threads.add(Threads.start(() -> {
                for (int round = 0; round < 10; round++) {
                    registry.executeLocked("counter", () -> {
                        count[0]++;
                    });
                }
                return null;
            }));
        }
        threads.forEach(CompletableFuture::join);

        assertThat(count[0]).isEqualTo(60);
        await().until(() -> one.held() + two.held() == 0);
    }

    @Test
    void interruptEndsAnInterruptibleWaitOnly() throws InterruptedException {
        two.obtain("interrupt").lock();
        CompletableFuture<Thread> patient = new CompletableFuture<>();
        CompletableFuture<Boolean> locked = Threads.start(() -> {
            patient.complete(Thread.currentThread());
            one.obtain("interrupt").lock();
            one.obtain("interrupt").unlock();
            return Thread.interrupted();
        });
        awaitQueued("interrupt", 1);
        patient.join().interrupt();

        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Object> interrupted = Threads.start(() -> {
            thread.complete(Thread.currentThread());
            one.obtain("interrupt").lockInterruptibly();
            return "locked";
        });
        thread.join().interrupt();
        assertThatThrownBy(interrupted::join).hasCauseInstanceOf(InterruptedException.class);

        two.obtain("interrupt").unlock();
        assertThat(locked.join()).isTrue();
        Thread.currentThread().interrupt();
        assertThat(one.obtain("interrupt").tryLock()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void registryKeepsOnlyWhatIsInUse() {
        HoldfastLockRegistry registry = new HoldfastLockRegistry(server.client());
        for (int i = 0; i < 50; i++) {
            registry.obtain("many-" + i).lock();
        }
        assertThat(registry.inUse()).isEqualTo(50);
        assertThat(registry.held()).isEqualTo(50);
        registry.expireUnusedOlderThan(0);
        for (int i = 0; i < 50; i++) {
            registry.obtain("many-" + i).unlock();
        }

        assertThat(registry.inUse()).isZero();
        assertThat(registry.held()).isZero();
    }

    @Test
    void differentNamesAreDifferentKeysBehindThePrefix() {
        HoldfastLockRegistry billing = new HoldfastLockRegistry(server.client(), "billing:");

        assertThat(billing.obtain("Rechnung Nr. 7/ä").name())
                .isEqualTo("billing:Rechnung%20Nr.%207/ä");
        assertThat(billing.obtain("Rechnung%20Nr.").name()).isEqualTo("billing:Rechnung%2520Nr.");
        HoldfastLock odd = billing.obtain("a b\tc%\u2028");
        odd.lock();
        assertThat(server.holder(odd.name())).isPresent();
        odd.unlock();
        assertThatThrownBy(() -> one.obtain("x".repeat(257)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("257 bytes");
        assertThatThrownBy(() -> one.obtain("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> one.obtain(7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a string");
        assertThatThrownBy(() -> one.obtain("x").newCondition())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
