package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract's sentences about borrowing. Sentence 33 is in {@code RaceTest}. */
final class BorrowTest {

    private final TestServer server = TestServer.ephemeral();

    @AfterEach
    void stop() {
        server.close();
    }

    private static void isExhausted(Reply reply) {
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.json()).isEqualTo(Reply.parse("{\"error\":\"no resource available\"}"));
    }

    @Test
    @DisplayName("19. A free pool answers at once with lease, position, expires_at_unix,"
            + " expires_in.")
    void freePoolAnswersAtOnce() {
        Reply reply = PoolClient.of(server, 1).borrow();

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().propertyNames())
                .containsExactly("lease", "position", "expires_at_unix", "expires_in", "fence");
        assertThat(position(reply)).isZero();
    }

    @Test
    @DisplayName("20. The lease is a fresh UUID made by the server, different each time.")
    void everyLeaseHasItsOwnUuid() {
        PoolClient pool = PoolClient.of(server, 1000);
        Set<String> leases = new HashSet<>();
        long fence = 0;
        for (int i = 0; i < 50; i++) {
            Reply reply = pool.borrow();
            assertThat(UUID.fromString(lease(reply)).version()).isEqualTo(4);
            assertThat(UUID.fromString(lease(reply)).variant()).isEqualTo(2);
            leases.add(lease(reply));
            assertThat(reply.fence()).isGreaterThan(fence).isLessThan(1L << 53);
            fence = reply.fence();
        }
        assertThat(leases).hasSize(50);
    }

    @Test
    @DisplayName("21. n borrows on count n give 0..n-1 ascending; the next with wait 0 gets 409"
            + " `{\"error\":\"no resource available\"}`.")
    void positionsAscend() {
        PoolClient pool = PoolClient.of(server, 5);
        for (int i = 0; i < 5; i++) {
            assertThat(position(pool.borrow())).isEqualTo(i);
        }
        isExhausted(pool.borrow("30", "0"));
    }

    @Test
    @DisplayName(
            "22. After returning position k, the next borrow gets the lowest free, k if nothing"
                    + " lower is free.")
    void lowestFreePositionIsNext() {
        PoolClient pool = PoolClient.of(server, 4);
        List<String> leases = List.of(
                lease(pool.borrow()),
                lease(pool.borrow()),
                lease(pool.borrow()),
                lease(pool.borrow()));
        pool.giveBack(leases.get(2));
        assertThat(position(pool.borrow())).isEqualTo(2);
        pool.giveBack(leases.get(3));
        pool.giveBack(leases.get(1));
        assertThat(position(pool.borrow())).isEqualTo(1);
        assertThat(position(pool.borrow())).isEqualTo(3);
    }

    @Test
    @DisplayName("23. A lapsed position is handed out again, also without any waiter.")
    void expiredPositionIsReused() {
        PoolClient pool = PoolClient.of(server, 2);
        pool.borrow("10", "0");
        pool.borrow("600", "0");
        server.clock().advanceSeconds(10);

        assertThat(position(pool.borrow())).isZero();
        isExhausted(pool.borrow());
    }

    @Test
    @DisplayName("24. expires_at_unix is whole Unix seconds about now + ttl; expires_in whole"
            + " seconds, equal to a whole ttl.")
    void expiryTimesAreWholeSeconds() {
        PoolClient pool = PoolClient.of(server, 10);
        server.clock().advanceNanos(250_000_000);
        long nowMillis = server.clock().wallMillis();

        Reply whole = pool.borrow("30", "0");
        Reply fraction = pool.borrow("0.25", "0");
        Reply even = pool.borrow("1.75", "0");

        assertThat(whole.json().path("expires_in").asInt()).isEqualTo(30);
        assertThat(whole.json().path("expires_at_unix").asLong())
                .isEqualTo(Math.ceilDiv(nowMillis + 30_000, 1000));
        assertThat(fraction.json().path("expires_in").asInt()).isEqualTo(1);
        assertThat(fraction.json().path("expires_at_unix").asLong())
                .isEqualTo(Math.ceilDiv(nowMillis + 250, 1000));
        assertThat(even.json().path("expires_in").asInt()).isEqualTo(2);
        assertThat(even.json().path("expires_at_unix").asLong()).isEqualTo(nowMillis / 1000 + 2);
    }

    @Test
    @DisplayName("25. A waiter's ttl starts when it gets the permit, not when it asked.")
    void waitersTtlStartsAtTheGrant() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.borrow("20", "0");
        CompletableFuture<Reply> waiting = pool.queue("10", "60", 0);
        server.clock().advanceSeconds(20);
        Reply reply = Client.await(waiting);

        assertThat(reply.json().path("expires_in").asInt()).isEqualTo(10);
        assertThat(reply.json().path("expires_at_unix").asLong())
                .isEqualTo(server.clock().wallMillis() / 1000 + 10);
        server.clock().advanceNanos(9_999_999_999L);
        pool.is(1, 1, 0);
        server.clock().advanceNanos(1);
        pool.is(1, 0, 1);
    }

    @Test
    @DisplayName("26. No wait field = wait 0.")
    void waitDefaultsToZero() {
        PoolClient pool = PoolClient.of(server, 0);

        isExhausted(pool.borrowBody("{\"ttl\":30}"));
        isExhausted(pool.borrowBody("{\"ttl\":30,\"wait\":null}"));
        isExhausted(pool.borrowBody("{\"ttl\":30,\"wait\":0}"));
        isExhausted(pool.borrowBody("{\"ttl\":30,\"wait\":-0.0}"));
    }

    @Test
    @DisplayName("27. Exhausted with wait w: returns as soon as a permit is returned (milliseconds,"
            + " not at the end of w).")
    void returnEndsTheWait() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());
        CompletableFuture<Reply> waiting = pool.queue("30", "300", 0);

        pool.giveBack(lease);

        // The clock does not advance: only the return can have ended the wait.
        assertThat(position(Client.await(waiting))).isZero();
    }

    @Test
    @DisplayName("28. ... or as soon as a lease lapses, even with no other traffic, fractional ttl"
            + " included.")
    void expiryEndsTheWait() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.borrow("2.5", "0");
        CompletableFuture<Reply> waiting = pool.queue("30", "300", 0);
        server.clock().advanceNanos(2_499_999_999L);
        assertThat(waiting).isNotDone();

        server.clock().advanceNanos(1);

        assertThat(position(Client.await(waiting))).isZero();
    }

    @Test
    @DisplayName("29. ... or as soon as count is raised.")
    void raisedCountEndsTheWait() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.borrow();
        CompletableFuture<Reply> waiting = pool.queue("30", "300", 0);

        pool.put(2);

        assertThat(position(Client.await(waiting))).isEqualTo(1);
    }

    @Test
    @DisplayName("30. ... else 409 after w seconds, not earlier.")
    void waitTimesOut() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.borrow("600", "0");
        CompletableFuture<Reply> waiting = pool.queue("30", "25", 0);
        server.clock().advanceNanos(24_999_999_999L);
        assertThat(waiting).isNotDone();

        server.clock().advanceNanos(1);

        isExhausted(Client.await(waiting));
        pool.is(1, 1, 0);
    }

    @Test
    @DisplayName("31. n permits freed together satisfy n waiters, in order of arrival.")
    void permitsFreedTogetherGoToAsManyWaiters() {
        PoolClient pool = PoolClient.of(server, 3);
        for (int i = 0; i < 3; i++) {
            pool.borrow("10", "0");
        }
        List<CompletableFuture<Reply>> waiting = List.of(
                pool.queue("30", "60", 0),
                pool.queue("30", "60", 1),
                pool.queue("30", "60", 2),
                pool.queue("30", "60", 3));

        server.clock().advanceSeconds(10);

        long fence = 0;
        for (int i = 0; i < 3; i++) {
            Reply reply = Client.await(waiting.get(i));
            assertThat(position(reply)).isEqualTo(i);
            assertThat(reply.fence()).isGreaterThan(fence);
            fence = reply.fence();
        }
        assertThat(waiting.get(3)).isNotDone();
    }

    @Test
    @DisplayName("32. A newcomer with wait 0 never takes a permit ahead of a waiter.")
    void newBorrowerNeverOvertakesWaiters() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());
        CompletableFuture<Reply> waiting = pool.queue("30", "60", 0);
        CompletableFuture<Reply> second = pool.queue("30", "60", 1);

        pool.giveBack(lease);

        isExhausted(pool.borrow("30", "0"));
        String next = lease(Client.await(waiting));
        pool.giveBack(next);
        isExhausted(pool.borrow("30", "0"));
        assertThat(position(Client.await(second))).isZero();
    }

    @Test
    @DisplayName("34. Unknown pool -> 404, also with wait > 0, at once.")
    void unknownPoolIsNotFoundAtOnce() {
        PoolClient pool = PoolClient.fresh(server);

        for (String wait : List.of("0", "300")) {
            Reply reply = pool.borrow("30", wait);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.json()).isEqualTo(Reply.parse("{\"error\":\"resource not found\"}"));
        }
    }

    @Test
    @DisplayName("35. ttl 0, negative, missing, non-numeric -> 400; also on an unknown pool.")
    void ttlMustBePositive() {
        for (PoolClient pool : List.of(PoolClient.of(server, 1), PoolClient.fresh(server))) {
            for (String ttl : List.of("0", "0.0", "-1", "-0.5", "-1e400")) {
                Reply reply = pool.borrowBody("{\"ttl\":" + ttl + "}");
                assertThat(reply.status()).as(ttl).isEqualTo(400);
                assertThat(reply.error()).as(ttl).isEqualTo("ttl must be positive");
            }
            for (String body : List.of(
                    "{}",
                    "{\"wait\":1}",
                    "{\"ttl\":null}",
                    "{\"ttl\":\"30\"}",
                    "{\"ttl\":true}",
                    "{\"ttl\":NaN}",
                    "{\"ttl\":[1]}",
                    "{\"ttl\":{}}")) {
                assertThat(pool.borrowBody(body).status()).as(body).isEqualTo(400);
            }
        }
    }

    @Test
    @DisplayName("36. ttl above the maximum is clamped, visible in expires_in.")
    void ttlIsClamped() {
        PoolClient pool = PoolClient.of(server, 4);
        for (String ttl : List.of("86400", "86401", "1e300", "1e400")) {
            Reply reply = pool.borrow(ttl, "0");
            assertThat(reply.json().path("expires_in").asInt()).as(ttl).isEqualTo(86_400);
        }
        server.clock().advanceSeconds(86_400);
        pool.is(4, 0, 4);
    }

    @Test
    @DisplayName("37. wait negative or non-numeric -> 400; above the maximum clamped.")
    void waitIsClampedAboveAndRejectedBelow() {
        PoolClient pool = PoolClient.of(server, 0);
        assertThat(pool.borrow("30", "-1").error()).isEqualTo("wait must not be negative");
        for (String wait : List.of("-1", "-0.001", "\"1\"", "true", "[]")) {
            assertThat(pool.borrow("30", wait).status()).as(wait).isEqualTo(400);
        }
        CompletableFuture<Reply> waiting = pool.queue("30", "100000", 0);
        server.clock().advanceNanos(299_999_999_999L);
        assertThat(waiting).isNotDone();
        server.clock().advanceNanos(1);
        isExhausted(Client.await(waiting));
    }

    @Test
    @DisplayName("38. Fractional ttl and wait work.")
    void fractionalTtlAndWaitAreAccepted() {
        PoolClient pool = PoolClient.of(server, 1);
        assertThat(pool.borrow("0.75", "0").status()).isEqualTo(200);
        CompletableFuture<Reply> waiting = pool.queue("1.5", "0.5", 0);
        server.clock().advanceNanos(500_000_000);
        isExhausted(Client.await(waiting));
        server.clock().advanceNanos(250_000_000);
        pool.is(1, 0, 1);
        assertThat(pool.borrow("1e-3", "2.5e-1").status()).isEqualTo(200);
        server.clock().advanceNanos(1_000_000);
        String manyDigits = "1." + "0".repeat(5_000) + "1";
        assertThat(pool.borrow(manyDigits, "0").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("39. A borrower that hangs up while waiting gets no permit, or loses it at latest"
            + " after its ttl.")
    void disconnectedBorrowerGetsNoPermit() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());
        try (RawClient leaving = new RawClient(server)) {
            String body = "{\"ttl\":30,\"wait\":60}";
            leaving.send("POST " + pool.path() + "/borrow HTTP/1.1\r\nHost: x\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body);
            server.awaitQueued(pool.key(), 1);
        }
        server.awaitWaitsEnded(pool.key(), 1);

        pool.giveBack(lease);

        pool.is(1, 0, 1);
    }

    @Test
    @DisplayName("40. There is no renewal.")
    void leaseCannotBeRenewed() {
        PoolClient pool = PoolClient.of(server, 2);
        String lease = lease(pool.borrow("10", "0"));

        assertThat(server.client()
                        .post(pool.path() + "/renew", "{\"lease\":\"" + lease + "\"}")
                        .status())
                .isEqualTo(404);
        // Borrowing again creates another lease; the first one still expires on time.
        pool.borrowBody("{\"ttl\":60,\"lease\":\"" + lease + "\"}");
        server.clock().advanceSeconds(10);
        pool.is(2, 1, 1);
    }
}
