package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static io.holdfast.server.pools.PoolClient.returned;
import static io.holdfast.server.pools.PoolClient.shown;
import static io.holdfast.server.pools.PoolClient.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract's sentences about pools. */
final class PoolTest {

    private final TestServer server = TestServer.ephemeral();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("1. PUT on a new UUID creates the pool and answers id, count, in_use 0, available"
            + " = count.")
    void putCreates() {
        PoolClient pool = PoolClient.fresh(server);

        Reply reply = pool.put(4);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json())
                .isEqualTo(Reply.parse(
                        "{\"id\":\"" + pool.id() + "\",\"count\":4,\"in_use\":0,\"available\":4}"));
    }

    @Test
    @DisplayName("2. Repeating the same PUT changes nothing and answers the current state, live"
            + " leases kept.")
    void putAgainChangesNothing() {
        PoolClient pool = PoolClient.of(server, 2);
        String lease = lease(pool.borrow());

        assertThat(state(pool.put(2))).isEqualTo(shown(2, 1, 1));
        assertThat(returned(pool.giveBack(lease))).isTrue();
    }

    @Test
    @DisplayName("3. PUT with another count changes count only.")
    void putChangesOnlyTheCount() {
        PoolClient pool = PoolClient.of(server, 2);
        String lease = lease(pool.borrow());

        assertThat(state(pool.put(5))).isEqualTo(shown(5, 1, 4));
        pool.is(5, 1, 4);
        assertThat(returned(pool.giveBack(lease))).isTrue();
    }

    @Test
    @DisplayName("4. count 0 and 1000 accepted; -1, 1001, 2.5, a string, null, missing -> 400.")
    void countHasARange() {
        assertThat(PoolClient.fresh(server).put(0).status()).isEqualTo(200);
        assertThat(PoolClient.fresh(server).put(1000).status()).isEqualTo(200);
        for (String count :
                List.of("-1", "1001", "99999999999999999999", "-99999999999999999999")) {
            Reply reply = PoolClient.fresh(server).putBody("{\"count\":" + count + "}");
            assertThat(reply.status()).as(count).isEqualTo(400);
            assertThat(reply.error()).as(count).isEqualTo("count out of range");
        }
        for (String body : List.of(
                "{\"count\":2.5}",
                "{\"count\":2.0}",
                "{\"count\":\"2\"}",
                "{\"count\":null}",
                "{\"count\":true}",
                "{\"count\":[2]}",
                "{}",
                "{\"counts\":2}",
                "{\"count\":2,\"count\":3}",
                "[2]",
                "2",
                "null",
                "")) {
            PoolClient pool = PoolClient.fresh(server);
            assertThat(pool.putBody(body).status()).as(body).isEqualTo(400);
            assertThat(pool.get().status()).as(body).isEqualTo(404);
        }
    }

    @Test
    @DisplayName("5. count 0: available 0; borrow with wait 0 -> 409.")
    void poolOfCountZeroLendsNothing() {
        PoolClient pool = PoolClient.of(server, 0);

        pool.is(0, 0, 0);
        assertThat(pool.borrow("30", "0").status()).isEqualTo(409);
    }

    @Test
    @DisplayName("6. Raising from 0, or raising at all, wakes waiters at once, each with the lowest"
            + " free position.")
    void raisingWakesWaiters() {
        PoolClient pool = PoolClient.of(server, 0);
        CompletableFuture<Reply> first = pool.queue("30", "60", 0);
        CompletableFuture<Reply> second = pool.queue("30", "60", 1);
        CompletableFuture<Reply> third = pool.queue("30", "60", 2);

        assertThat(state(pool.put(2))).isEqualTo(shown(2, 2, 0));

        assertThat(position(Client.await(first))).isZero();
        assertThat(position(Client.await(second))).isEqualTo(1);
        assertThat(third).isNotDone();
        pool.put(3);
        assertThat(position(Client.await(third))).isEqualTo(2);
    }

    @Test
    @DisplayName("7. Lowering below in_use revokes nothing: every outstanding lease still returns"
            + " true.")
    void loweringRevokesNothing() {
        PoolClient pool = PoolClient.of(server, 3);
        List<String> leases =
                List.of(lease(pool.borrow()), lease(pool.borrow()), lease(pool.borrow()));

        assertThat(state(pool.put(1))).isEqualTo(shown(1, 3, 0));

        leases.forEach(lease -> assertThat(returned(pool.giveBack(lease))).isTrue());
        pool.is(1, 0, 1);
    }

    @Test
    @DisplayName("8. After lowering, borrow fails until live leases < count.")
    void afterLoweringBorrowsAreWithheld() {
        PoolClient pool = PoolClient.of(server, 3);
        String zero = lease(pool.borrow());
        String one = lease(pool.borrow());
        lease(pool.borrow());
        pool.put(2);

        assertThat(pool.borrow().status()).isEqualTo(409);
        pool.giveBack(zero);
        pool.is(2, 2, 0);
        assertThat(pool.borrow().status()).isEqualTo(409);
        pool.giveBack(one);

        assertThat(position(pool.borrow())).isZero();
        assertThat(pool.borrow().status()).isEqualTo(409);
    }

    @Test
    @DisplayName("9. A lease whose position is now >= count runs to its own end, and that position"
            + " is not handed out again until count is raised.")
    void positionBeyondTheCountIsNotReused() {
        PoolClient pool = PoolClient.of(server, 2);
        String zero = lease(pool.borrow("600", "0"));
        assertThat(position(pool.borrow("10", "0"))).isEqualTo(1);
        pool.put(1);
        server.clock().advanceNanos(9_999_999_999L);
        pool.is(1, 2, 0);
        server.clock().advanceNanos(1);
        pool.is(1, 1, 0);

        pool.giveBack(zero);
        assertThat(position(pool.borrow())).isZero();
        assertThat(pool.borrow().status()).isEqualTo(409);
        pool.put(2);

        assertThat(position(pool.borrow())).isEqualTo(1);
    }

    @Test
    @DisplayName("10. GET shows the state and never a lease UUID; unknown or deleted pool -> 404.")
    void getShowsNoLease() {
        PoolClient pool = PoolClient.of(server, 2);
        String lease = lease(pool.borrow());

        assertThat(pool.get().json())
                .isEqualTo(Reply.parse(
                        "{\"id\":\"" + pool.id() + "\",\"count\":2,\"in_use\":1,\"available\":1}"));
        assertThat(pool.get().body()).doesNotContain(lease);
        Reply unknown = PoolClient.fresh(server).get();
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json()).isEqualTo(Reply.parse("{\"error\":\"resource not found\"}"));
        pool.delete();
        assertThat(pool.get().status()).isEqualTo(404);
    }

    @Test
    @DisplayName("11. in_use falls by itself when a lease lapses, without any other call.")
    void expiredLeaseLowersInUse() {
        PoolClient pool = PoolClient.of(server, 2);
        pool.borrow("10", "0");
        pool.borrow("20.5", "0");
        pool.is(2, 2, 0);
        server.clock().advanceSeconds(10);
        pool.is(2, 1, 1);
        server.clock().advanceNanos(10_500_000_000L);
        pool.is(2, 0, 2);
    }

    @Test
    @DisplayName("12. Two pools never affect each other.")
    void poolsAreIndependent() {
        PoolClient one = PoolClient.of(server, 1);
        PoolClient other = PoolClient.of(server, 1);
        String lease = lease(one.borrow());
        CompletableFuture<Reply> waiting = one.queue("30", "60", 0);

        assertThat(position(other.borrow())).isZero();
        assertThat(returned(other.giveBack(lease))).isFalse();
        other.put(9);
        other.delete();

        one.is(1, 1, 0);
        assertThat(waiting).isNotDone();
        one.giveBack(lease);
        assertThat(position(Client.await(waiting))).isZero();
    }

    @Test
    @DisplayName("13. UUID case does not matter; the answer is lowercase; upper- and lowercase name"
            + " the same pool.")
    void uuidIsCaseInsensitive() {
        PoolClient pool = PoolClient.of(server, 7);
        String bare = pool.id().replace("-", "");
        for (String form : List.of(
                pool.id().toUpperCase(Locale.ROOT),
                bare,
                bare.toUpperCase(Locale.ROOT),
                "%7B" + pool.id() + "%7D",
                "urn:uuid:" + pool.id())) {
            Reply reply = server.client().get("/l/" + form);
            assertThat(reply.status()).as(form).isEqualTo(200);
            assertThat(reply.text("id")).as(form).isEqualTo(pool.id());
            assertThat(state(reply)).as(form).isEqualTo(shown(7, 0, 7));
        }
        for (UUID any : List.of(new UUID(0, 0), UUID.nameUUIDFromBytes(new byte[] {1}))) {
            assertThat(new PoolClient(server, any.toString()).put(1).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @DisplayName(
            "14. Not a UUID -> 400 on every route (Java's UUID.fromString is too lenient: check"
                    + " strictly).")
    @ValueSource(
            strings = {
                "x",
                "1-1-1-1-1",
                "9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a0",
                "9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a012",
                "9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a0g",
                "9f1c2e7a5b3d-4c8e-a1f0-6d2b9c4e7a01",
                "9f1c2e7a5-b3d-4c8e-a1f0-6d2b9c4e7a01",
                "9f1c2e7a_5b3d_4c8e_a1f0_6d2b9c4e7a01",
                "%7B9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01",
                "%7B9f1c2e7a5b3d4c8ea1f06d2b9c4e7a01%7D",
                "urn:uuid:9f1c2e7a5b3d4c8ea1f06d2b9c4e7a01",
                "URN:UUID:9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01",
                "%209f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01",
                "%EF%BC%99f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01",
                "9f1c2e7a5b3d4c8ea1f06d2b9c4e7%C4%81%C4%81%C4%81"
            })
    void invalidUuidIsRejected(String id) {
        Client client = server.client();
        String lease = UUID.randomUUID().toString();
        for (Reply reply : List.of(
                client.ask("PUT", "/l/" + id, "{\"count\":1}"),
                client.get("/l/" + id),
                client.ask("DELETE", "/l/" + id, ""),
                client.post("/l/" + id + "/borrow", "{\"ttl\":1}"),
                client.post("/l/" + id + "/return", "{\"lease\":\"" + lease + "\"}"))) {
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.json()).isEqualTo(Reply.parse("{\"error\":\"id must be a UUID\"}"));
        }
    }

    @Test
    @DisplayName(
            "15. DELETE removes pool and leases, `deleted` true; GET then 404; return of an old"
                    + " lease false.")
    void deleteRemovesPoolAndLeases() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());

        Reply deleted = pool.delete();

        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.json()).isEqualTo(Reply.parse("{\"deleted\":true}"));
        assertThat(pool.get().status()).isEqualTo(404);
        assertThat(returned(pool.giveBack(lease))).isFalse();
    }

    @Test
    @DisplayName("16. DELETE again: 200, not 404 (`deleted` false in the real service).")
    void repeatedDeleteSucceeds() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.delete();

        assertThat(pool.delete().status()).isEqualTo(200);
        assertThat(pool.delete().json()).isEqualTo(Reply.parse("{\"deleted\":false}"));
    }

    @Test
    @DisplayName("17. DELETE while borrowers wait: each ends promptly with 404, none with 200.")
    void deleteEndsWaits() {
        PoolClient pool = PoolClient.of(server, 1);
        pool.borrow();
        CompletableFuture<Reply> first = pool.queue("30", "300", 0);
        CompletableFuture<Reply> second = pool.queue("30", "300", 1);

        pool.delete();

        assertThat(Client.await(first).status()).isEqualTo(404);
        assertThat(Client.await(second).error()).isEqualTo("resource not found");
    }

    @Test
    @DisplayName("18. Deleted, then PUT again: a fresh pool, in_use 0, first position 0, old leases"
            + " stay invalid.")
    void deletedPoolStartsAfresh() {
        PoolClient pool = PoolClient.of(server, 2);
        String old = lease(pool.borrow());
        pool.delete();

        assertThat(state(pool.put(2))).isEqualTo(shown(2, 0, 2));

        assertThat(position(pool.borrow())).isZero();
        assertThat(returned(pool.giveBack(old))).isFalse();
        pool.is(2, 1, 1);
    }
}
