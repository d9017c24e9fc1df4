package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Answer;
import io.holdfast.server.Client;
import io.holdfast.server.Party;
import io.holdfast.server.TestServer;
import io.holdfast.server.Transport;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviours 21 to 34 of the contract, over both transports. */
@ParameterizedClass
@EnumSource(Transport.class)
final class TwoPhaseTest {

    private final Transport transport;
    private TestServer server;
    private Party ann;
    private Party bob;
    private Party cid;

    TwoPhaseTest(Transport transport) {
        this.transport = transport;
    }

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        ann = server.party(transport);
        bob = server.party(transport);
        cid = server.party(transport);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName(
            "21. Enqueue on a free key returns `acquired` with a token and already holds the slot.")
    void enqueueOnAFreeKeyAcquires() {
        Answer reply = ann.enqueue("k");

        assertThat(reply.word()).isEqualTo("acquired");
        assertThat(reply.token()).hasSize(32);
        assertThat(bob.lock("k").word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName(
            "22. After `acquired`, a wait by the same caller returns `ok` with the SAME token and a"
                    + " re-armed lease.")
    void waitAfterAcquiredReturnsTheSameToken() {
        Answer acquired = ann.enqueue("k");
        server.clock().advanceSeconds(20);

        Answer waited = ann.collect("k");

        assertThat(waited.word()).isEqualTo("ok");
        assertThat(waited.token()).isEqualTo(acquired.token());
        assertThat(server.row("locks", "k").path("lease_expires_in_s").asDouble())
                .isEqualTo(33);
    }

    @Test
    @DisplayName("23. After that wait, a further wait is not-enqueued; the slot is still held.")
    void furtherWaitIsNotEnqueued() {
        ann.enqueue("k");
        ann.collect("k");

        Answer again = ann.collect("k");

        assertThat(again.word()).isEqualTo("not_enqueued");
        assertThat(bob.lock("k").word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName("24. Enqueue twice without wait/release is already-enqueued, whether the first was"
            + " `acquired` or `queued`.")
    void secondEnqueueIsAlreadyEnqueued() {
        assertThat(ann.enqueue("k").word()).isEqualTo("acquired");
        assertThat(ann.enqueue("k").word()).isEqualTo("already_enqueued");

        assertThat(bob.enqueue("k").word()).isEqualTo("queued");
        assertThat(bob.enqueue("k").word()).isEqualTo("already_enqueued");
    }

    @Test
    @DisplayName("25. After `acquired` then release (without wait), enqueue works again.")
    void enqueueWorksAgainAfterARelease() {
        ann.release("k", ann.enqueue("k").token());

        assertThat(ann.enqueue("k").word()).isEqualTo("acquired");
    }

    @Test
    @DisplayName(
            "26. Wait with no prior enqueue is not-enqueued; enqueue on another session/connection"
                    + " does not count.")
    void waitWithoutEnqueueIsNotEnqueued() {
        assertThat(ann.collect("k").word()).isEqualTo("not_enqueued");
        bob.enqueue("k");
        assertThat(ann.collect("k").word()).isEqualTo("not_enqueued");
    }

    @Test
    @DisplayName(
            "27. Wait that times out drops the place: next wait is not-enqueued, next enqueue goes to"
                    + " the tail.")
    void timedOutWaitDropsThePlace() {
        String token = ann.lock("k").token();
        bob.enqueue("k");
        cid.enqueue("k");

        assertThat(bob.collect("k").word()).isEqualTo("timeout");
        assertThat(bob.collect("k").word()).isEqualTo("not_enqueued");
        assertThat(bob.enqueue("k").word()).isEqualTo("queued");
        ann.release("k", token);
        assertThat(cid.collect("k").word()).isEqualTo("ok");
        assertThat(bob.collect("k").word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName(
            "28. A waiter promoted between enqueue and wait gets its token from the wait immediately,"
                    + " even with timeout 0.")
    void promotedWaiterGetsItsTokenAtOnce() {
        String token = ann.lock("k").token();
        bob.enqueue("k");
        ann.release("k", token);

        Answer reply = bob.collect("k");

        assertThat(reply.word()).isEqualTo("ok");
        assertThat(reply.token()).isNotEmpty();
    }

    @Test
    @DisplayName("29. If the promoted slot's lease lapses and wait is called before the sweep:"
            + " lease-expired, and the next waiter is promoted.")
    void expiredPromotedSlotIsLeaseExpired() {
        String token = ann.lock("k").token();
        bob.enqueue("k", 3);
        cid.enqueue("k");
        ann.release("k", token);
        server.clock().advanceSeconds(3);

        Answer reply = bob.collect("k");

        assertThat(reply.word()).isEqualTo("lease_expired");
        assertThat(cid.collect("k").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName("30, as decided: The first wait after a promoted slot lapsed uncollected is 409"
            + " `lease_expired`, the next `not_enqueued`; it is remembered for gc-max-idle.")
    void expiredSlotIsReportedToTheFirstWaitOnly() {
        bob.enqueue("k", 3);
        bob.enqueue("other", 3);
        server.clock().advanceSeconds(30);

        assertThat(bob.collect("k").word()).isEqualTo("lease_expired");
        assertThat(bob.collect("k").word()).isEqualTo("not_enqueued");
        server.clock().advanceSeconds(34);
        assertThat(bob.collect("other").word()).isEqualTo("not_enqueued");
    }

    @Test
    @DisplayName(
            "31. A caller may enqueue on many keys at once; states are independent per (caller, kind,"
                    + " key).")
    void placesOfManyKeysAreIndependent() {
        ann.lock("b");

        assertThat(bob.enqueue("a").word()).isEqualTo("acquired");
        assertThat(bob.enqueue("b").word()).isEqualTo("queued");
        assertThat(bob.enqueueSemaphore("c", 1).word()).isEqualTo("acquired");
        assertThat(bob.collect("b").word()).isEqualTo("timeout");
        assertThat(bob.collect("a").word()).isEqualTo("ok");
        assertThat(bob.collectSemaphore("c").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "32. Holding a key by single-phase acquire does not block an enqueue on it by the same"
                    + " caller: it is `queued`.")
    void holderMayEnqueueOnItsOwnKey() {
        ann.lock("k");

        assertThat(ann.enqueue("k").word()).isEqualTo("queued");
    }

    @Test
    @DisplayName("33. Enqueue checks already-enqueued first, then limit mismatch / max-locks, then"
            + " max-waiters.")
    void enqueueChecksInOrder() {
        try (TestServer capped = TestServer.ephemeral("--max-waiters", "1", "--max-locks", "1")) {
            Party dan = capped.party(transport);
            Party eve = capped.party(transport);
            Party flo = capped.party(transport);
            dan.semaphore("s", 1);
            eve.enqueueSemaphore("s", 1);

            assertThat(eve.enqueueSemaphore("s", 2).word()).isEqualTo("already_enqueued");
            assertThat(flo.enqueueSemaphore("s", 2).word()).isEqualTo("limit_mismatch");
            assertThat(flo.enqueueSemaphore("new", 1).word()).isEqualTo("max_locks");
            assertThat(flo.enqueueSemaphore("s", 1).word()).isEqualTo("max_waiters");
        }
    }

    @Test
    @DisplayName(
            "34. Two concurrent waits on one HTTP session and key run one after the other: the first"
                    + " gets its outcome, the second is not-enqueued; never two grants.")
    void concurrentWaitsOfASessionAreSerialized() {
        String token = ann.lock("k").token();
        bob.enqueue("k");
        CompletableFuture<Answer> first = bob.waitFor("k", 60);
        CompletableFuture<Answer> second = bob.waitFor("k", 60);

        ann.release("k", token);

        Answer one = Client.await(first);
        Answer two = Client.await(second);
        Answer granted = one.word().equals("ok") ? one : two;
        Answer refused = one.word().equals("ok") ? two : one;
        assertThat(granted.word()).isEqualTo("ok");
        assertThat(refused.word()).isEqualTo("not_enqueued");
        assertThat(server.row("locks", "k").path("waiters").asInt()).isZero();
    }
}
