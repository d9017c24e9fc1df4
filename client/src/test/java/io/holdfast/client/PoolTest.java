package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests pools through the client. */
final class PoolTest {

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
    void slotsAreBorrowedAndReturned() throws InterruptedException {
        try (Holdfast client = member.client()) {
            Pool pool = client.pool(UUID.randomUUID());
            assertThat(pool.status()).isEmpty();
            assertThat(pool.create(2)).isEqualTo(new Pool.Status(2, 0, 2));

            Lease first = pool.borrow(MINUTE, Duration.ZERO).orThrow();
            Lease second = pool.borrow(MINUTE, Duration.ZERO).orThrow();
            Acquired third = pool.borrow(MINUTE, Duration.ZERO);

            assertThat(first.slot()).isZero();
            assertThat(second.slot()).isEqualTo(1);
            assertThat(second.fence()).isGreaterThan(first.fence());
            assertThat(second.toString()).doesNotContain(second.key(), second.token());
            assertThat(((Acquired.Refused) third).isBusy()).isTrue();
            assertThat(first.release()).isTrue();
            assertThat(first.release()).isFalse();
            assertThat(pool.giveBack(second.token())).isTrue();
            assertThat(pool.giveBack(second.token())).isFalse();
            assertThat(second.release()).isFalse();
            assertThat(pool.delete()).isTrue();
        }
    }

    @Test
    void waitingBorrowerCountsItsTimeFromTheGrant() throws InterruptedException {
        try (Holdfast client = member.client()) {
            Pool pool = client.pool(UUID.randomUUID());
            pool.create(1);
            Lease held = pool.borrow(Duration.ofSeconds(6), Duration.ZERO).orThrow();
            CompletableFuture<Loss> over = new CompletableFuture<>();
            held.onLost(over::complete);

            Lease next =
                    pool.borrow(Duration.ofSeconds(20), Duration.ofSeconds(60)).orThrow();

            // Counted from the beginning of the wait it would have less than 14 s.
            assertThat(next.remaining())
                    .isGreaterThan(Duration.ofSeconds(14))
                    .isLessThanOrEqualTo(Duration.ofSeconds(20));
            assertThat(over.orTimeout(60, TimeUnit.SECONDS).join().reason())
                    .isEqualTo(Loss.Reason.EXPIRED);
            assertThat(client.resources()
                            .find("pools", pool.resourceName())
                            .flatMap(ResourceInfo::holder)
                            .map(ResourceInfo.Holder::fence))
                    .hasValue(next.fence());
        }
    }

    @Test
    void closingTheClientReturnsItsSlots() throws InterruptedException {
        UUID id = UUID.randomUUID();
        try (Holdfast client = member.client()) {
            client.pool(id).create(1);
            client.pool(id).borrow(MINUTE, Duration.ZERO).orThrow();
        }
        try (Holdfast client = member.client()) {
            assertThat(client.pool(id).status()).hasValue(new Pool.Status(1, 0, 1));
        }
    }
}
