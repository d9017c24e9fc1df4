package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.parameter;
import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests a lock's life cycle. The numbers are those of the contract's sentences. */
final class LockLifeTest {

    private final TestServer server = TestServer.ephemeral();
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");
    private final EntityClient bob = EntityClient.of(server, "bob-93c0");
    private final EntityClient nobody = EntityClient.of(server, "");

    @BeforeEach
    void entities() {
        EntityClient.example(server);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName(
            "21. After a break, the old holder's GET, PUT and DELETE of the old id are 404, and its write is 409 lock-broken with the new id.")
    void brokenLockIsGone() {
        alice.lock("components/c", 10);
        bob.breakLock("components/c", 10);
        refused(alice.get("components/c/locks/lock_1"), 404, "resource-not-found");
        refused(alice.extend("components/c", "lock_1", 10), 404, "resource-not-found");
        Reply release = alice.release("components/c", "lock_1");
        refused(release, 404, "resource-not-found");
        assertThat(release.text("message")).isEqualTo("Lock not found");
        assertThat(parameter(release, "lock_id")).isEqualTo("lock_1");
        assertThat(parameter(release, "entity_id")).isEqualTo("c");
        Reply write = alice.write("components/c", "1");
        refused(write, 409, "lock-broken");
        assertThat(parameter(write, "lock_id")).isEqualTo("lock_2");
        assertThat(alice.locks("components/c").get(0).path("owned").asBoolean()).isFalse();
    }

    @Test
    void holderIsToldThatTheEntityWasDeleted() {
        alice.lock("components/d", 10);
        bob.lock("components/c", 10);
        assertThat(nobody.ask("DELETE", "components/d", "").status()).isEqualTo(204);
        for (Reply reply : List.of(
                alice.extend("components/d", "lock_1", 10),
                alice.release("components/d", "lock_1"))) {
            refused(reply, 404, "entity-not-found");
            assertThat(parameter(reply, "details"))
                    .isEqualTo("The last lock ended because the entity was deleted");
        }
        EntityClient.register(server, "components", "{'id':'d'}");
        Reply again = alice.extend("components/d", "lock_1", 10);
        refused(again, 404, "resource-not-found");
        assertThat(parameter(again, "details"))
                .isEqualTo("The last lock ended because the entity was deleted");
    }

    @Test
    void refusalEstimatesTheWaitFromEarlierLocks() {
        for (int i = 0; i < 3; i++) {
            String id = alice.lock("components/c", 300).text("id");
            server.clock().advanceSeconds(30);
            alice.release("components/c", id);
        }
        alice.lock("components/c", 300);

        Reply held = bob.lock("components/c", 10);
        refused(held, 409, "invalid-request");
        assertThat(held.header("Retry-After")).contains("30");
        assertThat(held.header("Holdfast-Estimated-Wait").orElse("")).startsWith("30.0");
        assertThat(bob.lock("components/d", 10).header("Retry-After")).isEmpty();
    }

    @Test
    @DisplayName("22. GET/PUT/DELETE with a valid lock id under a different entity is 404.")
    void lockIdIsUnknownUnderAnotherEntity() {
        alice.lock("components/c", 10);
        alice.lock("components/d", 10);
        refused(alice.get("components/d/locks/lock_1"), 404, "resource-not-found");
        refused(alice.extend("components/d", "lock_1", 10), 404, "resource-not-found");
        refused(alice.release("components/d", "lock_1"), 404, "resource-not-found");
        for (String id : List.of("lock_01", "lock_", "1", "lock_-1", "lock_99999999999999999999")) {
            refused(alice.get("components/c/locks/" + id), 404, "resource-not-found");
            refused(alice.release("components/c", id), 404, "resource-not-found");
        }
        assertThat(alice.get("components/c/locks/lock_1").status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "23. PUT by another client with an over-long duration is 400, with a good one 403.")
    void rangeIsCheckedBeforeTheOwner() {
        alice.lock("components/c", 10);
        Reply tooLong = bob.extend("components/c", "lock_1", 3601);
        refused(tooLong, 400, "invalid-parameter");
        assertThat(tooLong.text("message"))
                .isEqualTo("Extension duration 3601s exceeds maximum 3600s");
        refused(bob.extend("components/c", "lock_1", 0), 400, "invalid-parameter");
        Reply other = bob.extend("components/c", "lock_1", 10);
        refused(other, 403, "forbidden");
        assertThat(other.text("message")).isEqualTo("Lock is owned by a different client");
        refused(bob.extend("components/c", "lock_2", 3601), 404, "resource-not-found");
        refused(bob.extend("components/c", "lock_2", 0), 404, "resource-not-found");
        refused(bob.release("components/c", "lock_1"), 403, "forbidden");
        refused(alice.ask("PUT", "components/c/locks/lock_1", "{}"), 400, "invalid-parameter");
        refused(alice.ask("PUT", "components/c/locks/lock_1", ""), 400, "invalid-request");
    }

    @Test
    @DisplayName("24. PUT can shorten a lock, and counts from now.")
    void extensionCountsFromNow() {
        String first = alice.lock("components/c", 100).text("lock_expiration");
        server.clock().advanceSeconds(10);
        Reply reply = alice.extend("components/c", "lock_1", 20);
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.body()).isEmpty();
        String second = alice.get("components/c/locks/lock_1").text("lock_expiration");
        assertThat(second).isLessThan(first);
        server.clock().advanceSeconds(19);
        assertThat(alice.locks("components/c").size()).isEqualTo(1);
        server.clock().advanceSeconds(1);
        assertThat(alice.locks("components/c").size()).isZero();
    }

    @Test
    @DisplayName("25. PUT cannot exceed the maximum even for the owner.")
    void extensionsHaveTheSameMaximum() {
        alice.lock("components/c", 10);
        refused(alice.extend("components/c", "lock_1", 3601), 400, "invalid-parameter");
        assertThat(alice.extend("components/c", "lock_1", 3600).status()).isEqualTo(204);
    }

    @Test
    @DisplayName("26. PUT on an expired lock is 404 and does not revive it.")
    void expiredLockCannotBeExtended() {
        alice.lock("components/c", 10);
        server.clock().advanceSeconds(10);
        refused(alice.extend("components/c", "lock_1", 10), 404, "resource-not-found");
        assertThat(alice.locks("components/c").size()).isZero();
        // By decision, an expired lock is gone at its deadline even for its owner's release.
        refused(alice.release("components/c", "lock_1"), 404, "resource-not-found");
    }

    @Test
    @DisplayName(
            "27. A lock expiring in one second stops blocking at its expiry, not at the next sweep.")
    void lockExpiresAtItsDeadline() {
        alice.lock("components/c", 1);
        server.clock().advanceNanos(999_999_999L);
        refused(bob.write("components/c", "1"), 409, "lock-broken");
        server.clock().advanceNanos(1);
        assertThat(bob.write("components/c", "1").status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "28. An expired lock does not stop a new acquire without break_lock, even before the sweep.")
    void expiredLockDoesNotBlockAcquire() {
        alice.lock("components/c", 1);
        server.clock().advanceSeconds(1);
        assertThat(bob.lock("components/c", 10).text("id")).isEqualTo("lock_2");
    }

    @Test
    @DisplayName(
            "29. List on a locked entity without X-Client-Id shows the lock with owned: false.")
    void lockIsVisibleWithoutClientId() {
        assertThat(nobody.locks("components/c").size()).isZero();
        alice.lock("components/c", 10, "data");
        assertThat(nobody.locks("components/c").get(0).path("owned").asBoolean())
                .isFalse();
        assertThat(nobody.get("components/c/locks/lock_1").json().path("owned").asBoolean())
                .isFalse();
        Reply reply = nobody.get("components/c/locks");
        assertThat(reply.body()).doesNotContain("alice");
        assertThat(reply.header("Content-Type")).contains("application/json");
        refused(nobody.get("components/none/locks"), 404, "entity-not-found");
    }

    @Test
    @DisplayName("46. N clients racing to acquire one entity: exactly one 201, the rest 409.")
    void concurrentAcquiresGrantOneLock() {
        List<CompletableFuture<Reply>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            EntityClient racer = EntityClient.of(server, "racer-" + i);
            all.add(racer.start("POST", "components/c/locks", "{'lock_expiration':10}"));
        }
        List<Integer> statuses =
                all.stream().map(Client::await).map(Reply::status).toList();
        assertThat(statuses).containsOnly(201, 409);
        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(1);
    }

    @Test
    @DisplayName(
            "47. Extend racing with expiry, or release racing with break, never leaves two live locks.")
    void racesLeaveAtMostOneLock() {
        for (int round = 0; round < 20; round++) {
            String id = alice.lock("components/c", 10).text("id");
            CompletableFuture<Reply> release =
                    alice.start("DELETE", "components/c/locks/" + id, "");
            CompletableFuture<Reply> broken = bob.start(
                    "POST", "components/c/locks", "{'lock_expiration':10,'break_lock':true}");
            assertThat(Client.await(release).status()).isIn(204, 404);
            assertThat(Client.await(broken).status()).isEqualTo(201);
            assertThat(bob.locks("components/c").size()).isEqualTo(1);
            String held = bob.locks("components/c").get(0).path("id").asString();
            assertThat(bob.release("components/c", held).status()).isEqualTo(204);
        }
        String id = alice.lock("components/c", 10).text("id");
        CompletableFuture<Reply> extend =
                alice.start("PUT", "components/c/locks/" + id, "{'lock_expiration':20}");
        // Before or after the expiry, the reply must match the state.
        server.clock().advanceSeconds(10);
        int status = Client.await(extend).status();
        assertThat(alice.locks("components/c").size()).isEqualTo(status == 204 ? 1 : 0);
    }
}
