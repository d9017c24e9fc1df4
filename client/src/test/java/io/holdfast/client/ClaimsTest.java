package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests claims through the client. */
final class ClaimsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

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
    void claimsTakeTurns() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Map<String, Object> data = Map.of("host", "blade7", "list", List.of(1L, 2.5));
            Lease first =
                    ann.claims().acquire("turns", MINUTE, Duration.ZERO, data).orThrow();
            CompletableFuture<Acquired> waiting =
                    Threads.supply(() -> bob.claims().acquire("turns", MINUTE, MINUTE, null));
            member.awaitQueued("turns", 1);
            assertThat(first.release()).isTrue();

            Lease second = waiting.join().orThrow();

            assertThat(second.fence()).isGreaterThan(first.fence());
            List<ClaimInfo> all = ann.claims().list("turns", null, 10, 0);
            assertThat(all)
                    .extracting(ClaimInfo::status)
                    .containsExactly(ClaimStatus.RELEASED, ClaimStatus.ACTIVE);
            assertThat(all.get(0).userData()).isEqualTo(data);
            assertThat(ann.claims().list("turns", ClaimStatus.WAITING, 10, 0)).isEmpty();
        }
    }

    @Test
    void waitThatEndsWithdrawsTheClaim() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            ann.claims().acquire("short", MINUTE, Duration.ZERO, null).orThrow();

            Acquired refused = bob.claims().acquire("short", MINUTE, Duration.ofSeconds(1), null);

            assertThat(((Acquired.Refused) refused).isBusy()).isTrue();
            long id = ann.claims().list("short", null, 10, 0).get(1).id();
            assertThat(ann.claims().await(id, ClaimStatus.WAITING, MINUTE).status())
                    .isEqualTo(ClaimStatus.WITHDRAWN);
        }
    }

    @Test
    void claimIsRenewedForLongerThanItsTtl() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Lease lease = ann.claims()
                    .acquire("renewed", Duration.ofSeconds(2), Duration.ZERO, null)
                    .orThrow();

            Acquired other = bob.claims().acquire("renewed", MINUTE, Duration.ofSeconds(4), null);

            assertThat(other.isGranted()).isFalse();
            assertThat(lease.isHeldNow()).isTrue();
        }
    }

    @Test
    void revokedClaimIsReported() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast admin = member.client()) {
            Lease lease = ann.claims()
                    .acquire("revoked", Duration.ofSeconds(2), Duration.ZERO, null)
                    .orThrow();
            CompletableFuture<Loss> loss = new CompletableFuture<>();
            lease.onLost(loss::complete);

            admin.claims().end(Long.parseLong(lease.token()), ClaimStatus.REVOKED);

            assertThat(loss.orTimeout(60, TimeUnit.SECONDS).join().reason())
                    .isEqualTo(Loss.Reason.ENDED_BY_SERVER);
        }
    }

    @Test
    void claimCanBeKeptByHand() throws InterruptedException {
        try (Holdfast client = member.client()) {
            Claims claims = client.claims();
            ClaimInfo first = claims.create("manual", MINUTE, "text");
            ClaimInfo second = claims.create("manual", MINUTE, null);

            assertThat(first.status()).isEqualTo(ClaimStatus.ACTIVE);
            assertThat(first.fence()).isPositive();
            assertThat(second.status()).isEqualTo(ClaimStatus.WAITING);
            assertThat(second.ttl()).isNull();
            assertThat(claims.await(second.id(), ClaimStatus.WAITING, Duration.ofSeconds(1)))
                    .extracting(ClaimInfo::status)
                    .isEqualTo(ClaimStatus.WAITING);
            assertThat(claims.renew(first.id(), Duration.ofMinutes(2)).ttl()).isGreaterThan(MINUTE);
            claims.end(first.id(), ClaimStatus.RELEASED);
            assertThat(claims.get(second.id()).status()).isEqualTo(ClaimStatus.ACTIVE);
            assertThatThrownBy(() -> claims.end(first.id(), ClaimStatus.RELEASED))
                    .isInstanceOfSatisfying(
                            HoldfastException.class,
                            refused -> assertThat(refused.status()).isEqualTo(400));
        }
    }
}
