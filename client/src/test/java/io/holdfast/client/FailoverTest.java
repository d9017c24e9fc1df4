package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a client keeps what it holds and its place when its member stops. */
final class FailoverTest {

    @Test
    void sessionsLeasesAndWaitsContinueAtTheNextMember(@TempDir Path directory) throws Exception {
        AtomicReference<Loss> lost = new AtomicReference<>();
        try (TestCluster cluster = TestCluster.start(directory);
                Holdfast holder = client(cluster);
                Holdfast waiter = client(cluster)) {
            Lease held = holder.lock("k")
                    .withTtl(Duration.ofSeconds(30))
                    .onLost(lost::set)
                    .acquire()
                    .orThrow();
            String session = holder.session().id();
            CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(
                    () -> {
                        DistributedLock lock = waiter.lock("k");
                        lock.lock();
                        return lock.fence();
                    },
                    run -> Thread.ofVirtual().start(run));
            cluster.member(1).awaitQueued("k", 1);

            cluster.member(0).close();

            assertThat(holder.lock("other").acquire(Duration.ofSeconds(30)).isGranted())
                    .isTrue();
            assertThat(holder.session().id()).isEqualTo(session);
            assertThat(lost).hasNullValue();
            assertThat(held.isHeldNow()).isTrue();
            assertThat(held.release()).isTrue();
            assertThat(waiting.join()).isGreaterThan(held.fence());
            assertThat(holder.admin().health())
                    .extracting(MemberHealth::ready)
                    .containsExactly(false, true, true);
        }
    }

    private static Holdfast client(TestCluster cluster) {
        return Holdfast.builder()
                .address(cluster.addresses(0))
                .requestTimeout(Duration.ofSeconds(30))
                .build();
    }
}
