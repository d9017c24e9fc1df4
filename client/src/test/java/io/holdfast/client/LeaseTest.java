package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.log.raft.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long a lease counts as held, and what its holder learns when it is lost. */
final class LeaseTest {

    private static final Duration SHORT = Duration.ofSeconds(2);

    private static CompletableFuture<Loss> lossOf(Lease lease) {
        CompletableFuture<Loss> loss = new CompletableFuture<>();
        lease.onLost(loss::complete);
        return loss.orTimeout(60, TimeUnit.SECONDS);
    }

    @Test
    void renewalKeepsALeaseForLongerThanItsTtl() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast holder = member.client();
                Holdfast other = member.client()) {
            Lease lease =
                    holder.lock("k").withTtl(Duration.ofSeconds(3)).acquire().orThrow();

            Acquired waited = other.lock("k").acquire(Duration.ofSeconds(6));

            assertThat(waited.isGranted()).isFalse();
            assertThat(lease.isHeldNow()).isTrue();
            assertThat(lease.release()).isTrue();
        }
    }

    @Test
    void tokenIsNotSuppliedOnTheHeartbeatThread() throws InterruptedException {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        try (TestMember member = TestMember.start();
                Holdfast holder = Holdfast.builder()
                        .address(member.address())
                        .ttl(Duration.ofSeconds(3))
                        .token(() -> {
                            threads.add(Thread.currentThread().getName());
                            return "jo";
                        })
                        .build();
                Holdfast other = member.client()) {
            Lease lease = holder.lock("k").acquire().orThrow();
            other.lock("k").acquire(Duration.ofSeconds(4));

            assertThat(lease.isHeldNow()).isTrue();
            assertThat(threads).anyMatch(name -> name.startsWith("holdfast-worker"));
            assertThat(threads).noneMatch(name -> name.startsWith("holdfast-heartbeat"));
        }
    }

    @Test
    void serverThatStopsIsReportedAsUnreachable() throws InterruptedException {
        TestMember member = TestMember.start();
        try (Holdfast client = Holdfast.builder()
                .address(member.address())
                .requestTimeout(Duration.ofSeconds(5))
                .build()) {
            DistributedLock lock = client.lock("k").withTtl(SHORT);
            lock.lock();
            Lease lease = Objects.requireNonNull(lock.lease());
            CompletableFuture<Loss> loss = lossOf(lease);

            member.close();

            assertThat(loss.join().reason()).isEqualTo(Loss.Reason.UNREACHABLE);
            assertThat(lease.isHeldNow()).isFalse();
            assertThatThrownBy(lock::unlock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("was lost");
        }
    }

    @Test
    void leaseAndSessionSurviveARestartOfADurableServer(@TempDir Path directory)
            throws InterruptedException {
        int port = FreePorts.port();
        TestMember first = TestMember.durable(directory, port);
        Holdfast client = Holdfast.builder()
                .address(first.address())
                .requestTimeout(Duration.ofSeconds(60))
                .build();
        Lease lease = client.lock("k").withTtl(Duration.ofMinutes(2)).acquire().orThrow();
        String session = client.session().id();

        first.close();
        // The client is closed before its server: it ends its session there.
        try (TestMember second = TestMember.durable(directory, port);
                client) {
            assertThat(client.lock("k").acquire().isGranted()).isFalse();
            assertThat(client.session().id()).isEqualTo(session);
            assertThat(lease.isHeldNow()).isTrue();
            assertThat(lease.release()).isTrue();
            assertThat(second.grants("k")).isZero();
        }
    }

    @Test
    void networkThatIsCutIsReportedAsUnreachable() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast client = Holdfast.builder()
                        .address(network.address())
                        .requestTimeout(Duration.ofSeconds(5))
                        .build()) {
            Lease lease = client.lock("k").withTtl(SHORT).acquire().orThrow();
            CompletableFuture<Loss> loss = lossOf(lease);

            network.beSilent();

            assertThat(loss.join().reason()).isEqualTo(Loss.Reason.UNREACHABLE);
            member.awaitEnded("k", 1);
        }
    }

    @Test
    void brokenLockIsReportedAsEndedByTheServer() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast holder = member.client();
                Holdfast operator = member.client()) {
            Lease lease = holder.lock("k").withTtl(SHORT).acquire().orThrow();
            CompletableFuture<Loss> loss = lossOf(lease);

            assertThat(operator.resources().breakGrant("locks", "k", lease.fence(), "it hangs"))
                    .isTrue();

            assertThat(loss.join().reason()).isEqualTo(Loss.Reason.ENDED_BY_SERVER);
            assertThat(loss.join().lease()).isSameAs(lease);
            assertThat(lease.release()).isFalse();
            assertThat(operator.resources().breakGrant("locks", "k", lease.fence(), "again"))
                    .isFalse();
        }
    }

    @Test
    void breakThatNoRenewalHasNoticedIsReportedByTheRelease() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast client = member.client()) {
            DistributedLock lock = client.lock("k").withTtl(Duration.ofMinutes(30));
            lock.lock();
            Lease lease = Objects.requireNonNull(lock.lease());
            CompletableFuture<Loss> loss = lossOf(lease);
            client.resources().breakGrant("locks", "k", lease.fence(), "it hangs");

            assertThatThrownBy(lock::unlock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("was lost");
            assertThat(loss.join().reason()).isEqualTo(Loss.Reason.ENDED_BY_SERVER);
        }
    }

    @Test
    void renewalSetsALongerOrShorterTtlForLaterRenewalsToo() throws InterruptedException {
        try (TestMember member = TestMember.start("--http-session-idle-timeout", "600");
                Holdfast client = member.client();
                Holdfast other = member.client()) {
            DistributedLock lock = client.lock("k");
            Lease lease = lock.acquire().orThrow();

            assertThat(lock.withTtl(Duration.ofMinutes(10)).renew(lease))
                    .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
            assertThat(lease.ttl()).isEqualTo(Duration.ofMinutes(10));

            assertThat(lock.withTtl(SHORT).renew(lease)).isPositive().isLessThanOrEqualTo(SHORT);
            // Renewals with the short ttl keep it.
            assertThat(other.lock("k").acquire(Duration.ofSeconds(4)).isGranted())
                    .isFalse();
            assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(SHORT);
            assertThat(lease.release()).isTrue();
        }
    }

    @Test
    void shorterTtlCountsFromWhenItsRenewalIsSent() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast client = Holdfast.builder()
                        .address(network.address())
                        .requestTimeout(Duration.ofSeconds(1))
                        .build()) {
            DistributedLock lock = client.lock("k");
            Lease lease = lock.acquire().orThrow();
            CompletableFuture<Loss> loss = lossOf(lease);
            network.beSilent();

            assertThatThrownBy(() -> lock.withTtl(SHORT).renew(lease))
                    .isInstanceOfSatisfying(
                            HoldfastException.class,
                            e -> assertThat(e.isUnavailable()).isTrue());
            // The server may have got the renewal.
            assertThat(lease.remaining()).isLessThanOrEqualTo(SHORT);
            assertThat(loss.join().reason()).isEqualTo(Loss.Reason.UNREACHABLE);
        }
    }

    @Test
    void lostOrReleasedLeaseCannotBeRenewed() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast client = member.client()) {
            DistributedLock lock = client.lock("k");
            Lease broken = lock.acquire().orThrow();
            client.resources().breakGrant("locks", "k", broken.fence(), "test");
            Lease released = client.lock("other").acquire().orThrow();
            released.release();

            assertThatThrownBy(() -> lock.renew(broken))
                    .isInstanceOfSatisfying(
                            HoldfastException.class,
                            e -> assertThat(e.code()).isEqualTo("not_held"));
            assertThat(broken.loss()).isNotNull();
            assertThatThrownBy(() -> client.lock("other").renew(released))
                    .hasMessageContaining("released");
            assertThatThrownBy(() -> client.lock("other").renew(broken))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void endedSessionIsReportedAndReplaced() throws InterruptedException {
        try (TestMember member = TestMember.start("--http-session-idle-timeout", "600");
                Holdfast client = member.client()) {
            Lease lease = client.lock("k").withTtl(SHORT).acquire().orThrow();
            CompletableFuture<Loss> loss = lossOf(lease);

            String id = client.session().id();
            assertThat(client.http().send("DELETE", "/v1/sessions/" + id, null).status())
                    .isEqualTo(204);

            assertThat(loss.join().reason())
                    .isIn(Loss.Reason.SESSION_ENDED, Loss.Reason.ENDED_BY_SERVER);
            assertThat(client.lock("k").acquire().isGranted()).isTrue();
            assertThat(client.session().id()).isNotEqualTo(id);
        }
    }

    @Test
    void listenerThatIsAddedAfterTheLossIsCalled() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast client = member.client()) {
            Lease lease = client.lock("k").withTtl(SHORT).acquire().orThrow();
            CompletableFuture<Loss> first = lossOf(lease);
            client.resources().breakGrant("locks", "k", lease.fence(), "test");
            first.join();

            assertThat(lossOf(lease).join()).isEqualTo(first.join());
        }
    }

    @Test
    void leaseIsHeldUntilItsEndByTheClientsClock() throws InterruptedException {
        AtomicLong shift = new AtomicLong();
        try (TestMember member = TestMember.start("--http-session-idle-timeout", "600");
                Holdfast client = Holdfast.builder()
                        .address(member.address())
                        .clock(() -> System.nanoTime() + shift.get())
                        .build()) {
            Lease lease =
                    client.lock("k").withTtl(Duration.ofSeconds(60)).acquire().orThrow();
            assertThat(lease.remaining())
                    .isGreaterThan(Duration.ofSeconds(30))
                    .isLessThan(Duration.ofSeconds(60));

            shift.addAndGet(TimeUnit.SECONDS.toNanos(60));

            assertThat(lease.isHeldNow()).isFalse();
            assertThat(lease.remaining()).isZero();
        }
    }

    @Test
    void leaseEndsWithItsSession() throws InterruptedException {
        try (TestMember member = TestMember.start("--http-session-idle-timeout", "5");
                Holdfast client = member.client()) {
            Lease lease =
                    client.lock("k").withTtl(Duration.ofHours(1)).acquire().orThrow();

            assertThat(lease.remaining()).isPositive().isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void pingsKeepASessionWhoseLeasesAreLong() throws InterruptedException {
        try (TestMember member = TestMember.start("--http-session-idle-timeout", "3");
                Holdfast client = member.client();
                Holdfast other = member.client()) {
            Lease lease =
                    client.lock("k").withTtl(Duration.ofHours(1)).acquire().orThrow();

            assertThat(other.lock("k").acquire(Duration.ofSeconds(9)).isGranted())
                    .isFalse();
            assertThat(lease.isHeldNow()).isTrue();
        }
    }

    @Test
    void grantAfterAWaitHasItsWholeTtl() throws InterruptedException {
        try (TestMember member = TestMember.start();
                Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Lease held = ann.lock("k").acquire().orThrow();
            CompletableFuture<Acquired> waiting = Threads.supply(() ->
                    bob.lock("k").withTtl(Duration.ofSeconds(20)).acquire(Duration.ofSeconds(60)));
            member.awaitQueued("k", 1);
            assertThat(bob.lock("k").acquire(Duration.ofSeconds(6)).isGranted()).isFalse();
            held.release();

            Lease lease = waiting.join().orThrow();

            // Counted from the beginning of the wait it would have less than 14 s.
            assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(14));
        }
    }
}
