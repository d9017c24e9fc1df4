package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.client.Holdfast;
import io.holdfast.client.Loss;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;

/** Tests what a registry does when the server is away, and what its observers hear. */
final class LostServerTest {

    private static final class Notes implements LockObserver {

        final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
        final BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();

        @Override
        public void attempted(Duration took, Outcome outcome) {
            assertThat(took).isPositive();
            outcomes.add(outcome);
        }

        @Override
        public void lost(Loss loss) {
            losses.add(loss);
        }
    }

    @Test
    void lockOfAServerThatIsAwayIsReportedAsAnError() {
        TestServer server = new TestServer();
        HoldfastLockRegistry registry = new HoldfastLockRegistry(server.client());
        server.stop();

        assertThatThrownBy(() -> registry.obtain("k").lock())
                .isInstanceOf(CannotAcquireLockException.class)
                .hasMessageContaining("cannot take the lock k: ");
        assertThatThrownBy(() -> registry.obtain("k").tryLock())
                .isInstanceOf(CannotAcquireLockException.class);
        assertThat(registry.inUse()).isZero();
        server.close();
    }

    @Test
    void unlockIsFineWhileTheLeaseLastsAndReportsTheLossWhenItIsOver() throws Exception {
        TestServer server = new TestServer();
        Notes notes = new Notes();
        HoldfastLockRegistry registry = new HoldfastLockRegistry(server.client()).observe(notes);
        HoldfastLock lasting = registry.obtain("lasting");
        lasting.lock();
        HoldfastLock ending = registry.obtain("ending");
        ending.lock(Duration.ofSeconds(1));
        assertThat(Threads.<Boolean>elsewhere(ending::tryLock)).isFalse();
        server.stop();

        assertThatThrownBy(() -> registry.renewLock("lasting"))
                .isInstanceOf(DataAccessResourceFailureException.class);
        lasting.unlock();
        Loss loss = notes.losses.poll(60, TimeUnit.SECONDS);
        assertThat(loss).isNotNull();
        assertThat(loss.lease().key()).isEqualTo("ending");
        assertThatThrownBy(ending::unlock)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessageContaining("no member confirmed a renewal");
        assertThatThrownBy(lasting::tryLock).isInstanceOf(CannotAcquireLockException.class);
        assertThat(notes.losses).isEmpty();
        assertThat(notes.outcomes)
                .containsExactly(
                        LockObserver.Outcome.GRANTED,
                        LockObserver.Outcome.GRANTED,
                        LockObserver.Outcome.BUSY,
                        LockObserver.Outcome.FAILED);
        server.close();
    }

    @Test
    void closingTheClientReleasesTheLocksAndTheirUnlockReportsIt() {
        try (TestServer server = new TestServer();
                Holdfast other = server.newClient()) {
            HoldfastLock lock = new HoldfastLockRegistry(other).obtain("k");
            HoldfastLockRegistry registry = new HoldfastLockRegistry(server.client());
            registry.obtain("k").lock();
            server.client().close();

            assertThat(registry.held()).isZero();
            assertThat(lock.tryLock()).isTrue();
            assertThatThrownBy(() -> registry.obtain("k").unlock())
                    .isInstanceOf(ConcurrentModificationException.class);
        }
    }
}
