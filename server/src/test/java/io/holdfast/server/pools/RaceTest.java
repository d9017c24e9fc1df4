package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static io.holdfast.server.pools.PoolClient.returned;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests many borrowers on few slots. */
final class RaceTest {

    private static final int BORROWERS = 200;
    private static final int SLOTS = 8;
    private static final int ROUNDS = 5;

    /** Counts the holders of each position, as the borrowers see them. */
    private static final class Positions {
        final AtomicIntegerArray holders = new AtomicIntegerArray(SLOTS);
        final AtomicIntegerArray used = new AtomicIntegerArray(SLOTS);
        final AtomicInteger held = new AtomicInteger();
        final AtomicInteger heldMost = new AtomicInteger();

        void take(int position) {
            assertThat(holders.incrementAndGet(position)).as("holders").isEqualTo(1);
            used.incrementAndGet(position);
            heldMost.accumulateAndGet(held.incrementAndGet(), Math::max);
        }

        void leave(int position) {
            held.decrementAndGet();
            holders.decrementAndGet(position);
        }
    }

    @Test
    @DisplayName("33. Concurrent borrows never give one position twice nor more than count leases.")
    void noPositionHasTwoHolders() {
        try (TestServer server = TestServer.ephemeral()) {
            PoolClient pool = PoolClient.of(server, SLOTS);
            Positions positions = new Positions();
            List<CompletableFuture<Void>> borrowers = new ArrayList<>();
            for (int i = 0; i < BORROWERS; i++) {
                borrowers.add(borrow(pool, positions, ROUNDS));
            }
            borrowers.forEach(Client::await);

            assertThat(positions.heldMost.get()).isLessThanOrEqualTo(SLOTS);
            int all = 0;
            for (int position = 0; position < SLOTS; position++) {
                all += positions.used.get(position);
                assertThat(positions.used.get(position)).isPositive();
            }
            assertThat(all).isEqualTo(BORROWERS * ROUNDS);
            pool.is(SLOTS, 0, SLOTS);
        }
    }

    /** Borrows, reads the pool and returns, the given number of times. */
    private static CompletableFuture<Void> borrow(PoolClient pool, Positions seen, int rounds) {
        Client client = pool.server().client();
        return pool.start("600", "300").thenCompose(reply -> {
            int position = position(reply);
            seen.take(position);
            return client.start("GET", pool.path(), "").thenCompose(state -> {
                assertThat(state.json().path("in_use").asInt()).isBetween(1, SLOTS);
                // Counted out before the return is sent: from then on another borrower may hold the
                // position.
                seen.leave(position);
                String body = "{\"lease\":\"" + lease(reply) + "\"}";
                return client.start("POST", pool.path() + "/return", body).thenCompose(gone -> {
                    assertThat(returned(gone)).isTrue();
                    return rounds == 1
                            ? CompletableFuture.<Void>completedFuture(null)
                            : borrow(pool, seen, rounds - 1);
                });
            });
        });
    }

    @Test
    void slotsAreLentInArrivalOrderAfterConcurrentReturns() {
        try (TestServer server = TestServer.ephemeral()) {
            PoolClient pool = PoolClient.of(server, SLOTS);
            List<String> held = new ArrayList<>();
            for (int i = 0; i < SLOTS; i++) {
                held.add(lease(pool.borrow()));
            }
            List<CompletableFuture<Reply>> waiting = new ArrayList<>();
            for (int i = 0; i < BORROWERS; i++) {
                waiting.add(pool.queue("600", "300", i));
            }
            long fence = 0;
            for (int from = 0; from < BORROWERS; from += SLOTS) {
                List<CompletableFuture<Reply>> returns = held.stream()
                        .map(lease -> server.client()
                                .start(
                                        "POST",
                                        pool.path() + "/return",
                                        "{\"lease\":\"" + lease + "\"}"))
                        .toList();
                held.clear();
                for (CompletableFuture<Reply> next : waiting.subList(from, from + SLOTS)) {
                    Reply reply = Client.await(next);
                    assertThat(reply.fence()).as("the order of grants").isGreaterThan(fence);
                    fence = reply.fence();
                    held.add(lease(reply));
                }
                returns.forEach(Client::await);
            }
        }
    }
}
