package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviours 21 to 34 of the contract. */
final class TwoPhaseTest {

    private TestServer server;
    private Caller ann;
    private Caller bob;
    private Caller cid;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        ann = server.session();
        bob = server.session();
        cid = server.session();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName(
            "21. Enqueue on a free key returns `acquired` with a token and already holds the slot.")
    void enqueueOnAFreeKeyAcquires() {
        Reply reply = ann.enqueue("k");

        assertThat(reply.text("status")).isEqualTo("acquired");
        assertThat(reply.token()).hasSize(32);
        assertThat(bob.lock("k").text("status")).isEqualTo("timeout");
    }

    @Test
    @DisplayName(
            "22. After `acquired`, a wait by the same caller returns `ok` with the SAME token and a"
                    + " re-armed lease.")
    void aWaitAfterAcquiredReturnsTheSameToken() {
        Reply acquired = ann.enqueue("k");
        server.clock().advanceSeconds(20);

        Reply waited = ann.collect("k");

        assertThat(waited.text("status")).isEqualTo("ok");
        assertThat(waited.token()).isEqualTo(acquired.token());
        assertThat(server.row("locks", "k").path("lease_expires_in_s").asDouble())
                .isEqualTo(33);
    }

    @Test
    @DisplayName("23. After that wait, a further wait is not-enqueued; the slot is still held.")
    void aFurtherWaitIsNotEnqueued() {
        ann.enqueue("k");
        ann.collect("k");

        Reply again = ann.collect("k");

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("not_enqueued");
        assertThat(bob.lock("k").text("status")).isEqualTo("timeout");
    }

    @Test
    @DisplayName("24. Enqueue twice without wait/release is already-enqueued, whether the first was"
            + " `acquired` or `queued`.")
    void enqueueTwiceIsAlreadyEnqueued() {
        assertThat(ann.enqueue("k").text("status")).isEqualTo("acquired");
        assertThat(ann.enqueue("k").error()).isEqualTo("already_enqueued");

        Reply queued = bob.enqueue("k");
        assertThat(queued.text("status")).isEqualTo("queued");
        assertThat(queued.json().path("position").asInt()).isEqualTo(1);
        assertThat(bob.enqueue("k").error()).isEqualTo("already_enqueued");
        assertThat(bob.enqueue("k").status()).isEqualTo(409);
    }

    @Test
    @DisplayName("25. After `acquired` then release (without wait), enqueue works again.")
    void enqueueWorksAgainAfterARelease() {
        ann.release("k", ann.enqueue("k").token());

        assertThat(ann.enqueue("k").text("status")).isEqualTo("acquired");
    }

    @Test
    @DisplayName(
            "26. Wait with no prior enqueue is not-enqueued; enqueue on another session/connection"
                    + " does not count.")
    void aWaitWithoutAnEnqueueIsNotEnqueued() {
        assertThat(ann.collect("k").error()).isEqualTo("not_enqueued");
        bob.enqueue("k");
        assertThat(ann.collect("k").error()).isEqualTo("not_enqueued");
    }

    @Test
    @DisplayName(
            "27. Wait that times out drops the place: next wait is not-enqueued, next enqueue goes to"
                    + " the tail.")
    void aWaitThatTimesOutDropsThePlace() {
        ann.lock("k");
        bob.enqueue("k");
        cid.enqueue("k");

        assertThat(bob.collect("k").text("status")).isEqualTo("timeout");
        assertThat(bob.collect("k").error()).isEqualTo("not_enqueued");
        assertThat(bob.enqueue("k").json().path("position").asInt()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "28. A waiter promoted between enqueue and wait gets its token from the wait immediately,"
                    + " even with timeout 0.")
    void aPromotedWaiterGetsItsTokenAtOnce() {
        String token = ann.lock("k").token();
        bob.enqueue("k");
        ann.release("k", token);

        Reply reply = bob.collect("k");

        assertThat(reply.text("status")).isEqualTo("ok");
        assertThat(reply.token()).isNotEmpty();
    }

    @Test
    @DisplayName("29. If the promoted slot's lease lapses and wait is called before the sweep:"
            + " lease-expired, and the next waiter is promoted.")
    void aPromotedSlotThatLapsedIsLeaseExpired() {
        String token = ann.lock("k").token();
        bob.post("locks/k/enqueue", "{\"lease_ttl_s\":3}");
        cid.enqueue("k");
        ann.release("k", token);
        server.clock().advanceSeconds(3);

        Reply reply = bob.collect("k");

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.error()).isEqualTo("lease_expired");
        assertThat(cid.collect("k").text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName("30, as decided: The first wait after a promoted slot lapsed uncollected is 409"
            + " `lease_expired`, the next `not_enqueued`; it is remembered for gc-max-idle.")
    void aLapsedSlotIsRememberedForTheFirstWait() {
        bob.post("locks/k/enqueue", "{\"lease_ttl_s\":3}");
        bob.post("locks/other/enqueue", "{\"lease_ttl_s\":3}");
        server.clock().advanceSeconds(30);

        assertThat(bob.collect("k").error()).isEqualTo("lease_expired");
        assertThat(bob.collect("k").error()).isEqualTo("not_enqueued");
        server.clock().advanceSeconds(34);
        assertThat(bob.collect("other").error()).isEqualTo("not_enqueued");
    }

    @Test
    @DisplayName(
            "31. A caller may enqueue on many keys at once; states are independent per (caller, kind,"
                    + " key).")
    void placesOfManyKeysAreIndependent() {
        ann.lock("b");

        assertThat(bob.enqueue("a").text("status")).isEqualTo("acquired");
        assertThat(bob.enqueue("b").text("status")).isEqualTo("queued");
        assertThat(bob.post("semaphores/c/enqueue", "{\"limit\":1}").text("status"))
                .isEqualTo("acquired");
        assertThat(bob.collect("b").text("status")).isEqualTo("timeout");
        assertThat(bob.collect("a").text("status")).isEqualTo("ok");
        assertThat(bob.post("semaphores/c/wait", "{\"timeout_s\":0}").text("status"))
                .isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "32. Holding a key by single-phase acquire does not block an enqueue on it by the same"
                    + " caller: it is `queued`.")
    void aHolderMayEnqueueOnItsOwnKey() {
        ann.lock("k");

        assertThat(ann.enqueue("k").text("status")).isEqualTo("queued");
    }

    @Test
    @DisplayName("33. Enqueue checks already-enqueued first, then limit mismatch / max-locks, then"
            + " max-waiters.")
    void enqueueChecksInOrder() {
        try (TestServer capped = TestServer.ephemeral("--max-waiters", "1", "--max-locks", "1")) {
            Caller dan = capped.session();
            Caller eve = capped.session();
            Caller flo = capped.session();
            dan.semaphore("s", 1);
            eve.post("semaphores/s/enqueue", "{\"limit\":1}");

            assertThat(eve.post("semaphores/s/enqueue", "{\"limit\":2}").error())
                    .isEqualTo("already_enqueued");
            assertThat(flo.post("semaphores/s/enqueue", "{\"limit\":2}").error())
                    .isEqualTo("limit_mismatch");
            assertThat(flo.post("semaphores/new/enqueue", "{\"limit\":1}").error())
                    .isEqualTo("max_locks");
            assertThat(flo.post("semaphores/s/enqueue", "{\"limit\":1}").error())
                    .isEqualTo("max_waiters");
        }
    }

    @Test
    @DisplayName(
            "34. Two concurrent waits on one HTTP session and key run one after the other: the first"
                    + " gets its outcome, the second is not-enqueued; never two grants.")
    void twoWaitsOfOneSessionRunOneAfterTheOther() {
        String token = ann.lock("k").token();
        bob.enqueue("k");
        CompletableFuture<Reply> first = bob.waitFor("k", 60);
        CompletableFuture<Reply> second = bob.waitFor("k", 60);

        ann.release("k", token);

        Reply one = Client.await(first);
        Reply two = Client.await(second);
        Reply granted = one.status() == 200 ? one : two;
        Reply refused = one.status() == 200 ? two : one;
        assertThat(granted.text("status")).isEqualTo("ok");
        assertThat(refused.error()).isEqualTo("not_enqueued");
        assertThat(server.row("locks", "k").path("waiters").asInt()).isZero();
    }
}
