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

/** Behaviours 1 to 20 of the contract, over both transports. */
@ParameterizedClass
@EnumSource(Transport.class)
final class AcquireAndQueueTest {

    private final Transport transport;
    private TestServer server;
    private Party ann;
    private Party bob;
    private Party cid;

    AcquireAndQueueTest(Transport transport) {
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
            "1. A second acquire of a held lock by the SAME connection/session is not re-entrant: it"
                    + " queues behind itself and times out.")
    void locksAreNotReentrant() {
        assertThat(ann.lock("k").word()).isEqualTo("ok");

        CompletableFuture<Answer> second = ann.lockWithin("k", 5);
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(5);

        assertThat(Client.await(second).word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName("2. One connection may hold several slots of the same semaphore.")
    void oneSessionMayHoldSeveralSlots() {
        Answer first = ann.semaphore("s", 2);
        Answer second = ann.semaphore("s", 2);

        assertThat(first.word()).isEqualTo("ok");
        assertThat(second.word()).isEqualTo("ok");
        assertThat(second.token()).isNotEqualTo(first.token());
        assertThat(server.row("semaphores", "s").path("holders").asInt()).isEqualTo(2);
        assertThat(ann.semaphore("s", 2).word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName(
            "3. Acquire with timeout 0 on a busy key returns `timeout` at once and leaves no waiter.")
    void tryOnABusyKeyTimesOutAndLeavesNoWaiter() {
        ann.lock("k");

        assertThat(bob.lock("k").word()).isEqualTo("timeout");
        assertThat(server.row("locks", "k").path("waiters").asInt()).isZero();
    }

    @Test
    @DisplayName(
            "4. Acquire with timeout 0 on a busy key whose waiter cap is full returns the max-waiters"
                    + " error, not `timeout`.")
    void tryOnAKeyWithAFullQueueIsMaxWaiters() {
        try (TestServer capped = TestServer.ephemeral("--max-waiters", "1")) {
            capped.party(transport).lock("k");
            CompletableFuture<Answer> waiting = capped.party(transport).lockWithin("k", 60);
            capped.awaitQueued("k", 1);

            Answer reply = capped.party(transport).lock("k");

            assertThat(reply.word()).isEqualTo("max_waiters");
            assertThat(waiting).isNotDone();
        }
    }

    @Test
    @DisplayName(
            "5. Acquire with timeout 0 never barges past queued waiters (a slot that frees up goes to"
                    + " the queue head first).")
    void tryNeverOvertakesWaiters() {
        String token = ann.lock("k").token();
        CompletableFuture<Answer> waiting = bob.lockWithin("k", 60);
        server.awaitQueued("k", 1);

        ann.release("k", token);

        assertThat(cid.lock("k").word()).isEqualTo("timeout");
        assertThat(Client.await(waiting).word()).isEqualTo("ok");
    }

    @Test
    @DisplayName("6. Waiters are granted in arrival order across TCP and HTTP.")
    void waitersAreGrantedInArrivalOrder() {
        String token = ann.lock("k").token();
        CompletableFuture<Answer> first = bob.lockWithin("k", 60);
        server.awaitQueued("k", 1);
        CompletableFuture<Answer> second = cid.lockWithin("k", 60);
        server.awaitQueued("k", 2);

        ann.release("k", token);
        Answer bobs = Client.await(first);
        assertThat(second).isNotDone();
        bob.release("k", bobs.token());

        assertThat(Client.await(second).fence()).isGreaterThan(bobs.fence());
    }

    @Test
    @DisplayName("7. A timed-out waiter leaves the queue; later waiters keep their order.")
    void timedOutWaiterLeavesTheQueue() {
        String token = ann.lock("k", 600).token();
        CompletableFuture<Answer> first = bob.lockWithin("k", 1);
        server.awaitQueued("k", 1);
        CompletableFuture<Answer> second = cid.lockWithin("k", 60);
        server.awaitQueued("k", 2);

        server.clock().advanceSeconds(1);
        assertThat(Client.await(first).word()).isEqualTo("timeout");
        assertThat(server.row("locks", "k").path("waiters").asInt()).isEqualTo(1);
        ann.release("k", token);

        assertThat(Client.await(second).word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "8. An acquire that arrives after the holder's lease has passed, but before the sweep,"
                    + " evicts it and succeeds (or promotes the earlier waiter first).")
    void acquireAfterExpirySucceeds() {
        ann.lock("k", 2);
        server.clock().advanceSeconds(2);

        assertThat(bob.lock("k", 2).word()).isEqualTo("ok");

        CompletableFuture<Answer> earlier = cid.lockWithin("k", 60);
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(2);
        assertThat(ann.lock("k").word()).isEqualTo("timeout");
        assertThat(Client.await(earlier).word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "9. Raising a semaphore's free slots by several releases promotes as many head waiters as"
                    + " fit, in order.")
    void severalReleasesPromoteAsManyWaiters() {
        String one = ann.semaphore("s", 2).token();
        String two = ann.semaphore("s", 2).token();
        CompletableFuture<Answer> first = bob.semaphoreWithin("s", 2, 60);
        server.awaitQueued("s", 1);
        CompletableFuture<Answer> second = cid.semaphoreWithin("s", 2, 60);
        server.awaitQueued("s", 2);
        CompletableFuture<Answer> third = server.party(transport).semaphoreWithin("s", 2, 60);
        server.awaitQueued("s", 3);

        ann.releaseSemaphore("s", one);
        ann.releaseSemaphore("s", two);

        assertThat(Client.await(first).fence()).isLessThan(Client.await(second).fence());
        assertThat(server.row("semaphores", "s").path("waiters").asInt()).isEqualTo(1);
        assertThat(third).isNotDone();
    }

    @Test
    @DisplayName(
            "10. A grant's `lease_ttl_s` equals the requested lease, or 33 when omitted or (HTTP) 0.")
    void leaseIsTheRequestedOneOrTheDefault() {
        assertThat(ann.lock("a", 7).seconds()).isEqualTo(7);
        assertThat(ann.lock("b").seconds()).isEqualTo(33);
        assertThat(ann.semaphore("s", 2, 8).seconds()).isEqualTo(8);
        assertThat(ann.semaphore("s", 2).seconds()).isEqualTo(33);
    }

    @Test
    @DisplayName(
            "12. The lease clock of a queued acquire is full-length from the moment its reply is"
                    + " produced, not from promotion.")
    void leaseOfAQueuedAcquireIsFullLengthAtItsReply() {
        String token = ann.lock("k", 600).token();
        CompletableFuture<Answer> waiting = bob.lockWithin("k", 60, 10);
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(30);

        ann.release("k", token);

        assertThat(Client.await(waiting).seconds()).isEqualTo(10);
        assertThat(server.row("locks", "k").path("lease_expires_in_s").asDouble())
                .isEqualTo(10);
    }

    @Test
    @DisplayName(
            "13. Release and renew are authorised by kind + key + token alone: another session or"
                    + " connection may use someone else's token.")
    void tokenIsUsableByAnotherSession() {
        String token = ann.lock("k").token();

        assertThat(bob.renew("k", token, 5).word()).isEqualTo("ok");
        assertThat(bob.release("k", token).word()).isEqualTo("ok");
        assertThat(cid.lock("k").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "14. Release with a lock token on the semaphore path of the same key is `not_held` /"
                    + " `error`.")
    void lockTokenOnTheSemaphorePathIsNotHeld() {
        String token = ann.lock("k").token();

        Answer reply = ann.releaseSemaphore("k", token);

        assertThat(reply.word()).isEqualTo("not_held");
        assertThat(bob.lock("k").word()).isEqualTo("timeout");
    }

    @Test
    @DisplayName("15. Releasing twice: second is `not_held` / `error`.")
    void secondReleaseIsNotHeld() {
        String token = ann.lock("k").token();

        assertThat(ann.release("k", token).word()).isEqualTo("ok");
        assertThat(ann.release("k", token).word()).isEqualTo("not_held");
    }

    @Test
    @DisplayName(
            "16, as decided: A lapsed lease can be neither renewed nor released (404 `not_held`).")
    void expiredTokenCannotRenewOrRelease() {
        String token = ann.lock("k", 2).token();
        server.clock().advanceSeconds(2);

        assertThat(ann.renew("k", token).word()).isEqualTo("not_held");
        assertThat(ann.release("k", token).word()).isEqualTo("not_held");
    }

    @Test
    @DisplayName("17. A failed renew on an expired holder evicts it and promotes the next waiter"
            + " immediately.")
    void failedRenewPromotesTheNextWaiter() {
        String token = ann.lock("k", 2).token();
        CompletableFuture<Answer> waiting = bob.lockWithin("k", 60);
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(2);

        assertThat(ann.renew("k", token).word()).isEqualTo("not_held");
        assertThat(Client.await(waiting).word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "18. Renew without a lease sets the server default TTL, even if the original lease was"
                    + " longer.")
    void renewWithoutALeaseSetsTheDefault() {
        String token = ann.lock("k", 600).token();

        assertThat(ann.renew("k", token).seconds()).isEqualTo(33);
        assertThat(server.row("locks", "k").path("lease_expires_in_s").asDouble())
                .isEqualTo(33);
    }

    @Test
    @DisplayName("19. Renew reports exactly the TTL just set, in whole seconds.")
    void renewReportsTheTtlJustSet() {
        String token = ann.lock("k", 5).token();
        server.clock().advanceNanos(1_500_000_000);

        assertThat(ann.renew("k", token, 12).seconds()).isEqualTo(12);
    }

    @Test
    @DisplayName("20. A bogus release/renew does not refresh the resource's idle timer.")
    void invalidReleaseDoesNotRefreshTheIdleTimer() {
        ann.release("k", ann.lock("k").token());
        server.clock().advanceSeconds(7);

        bob.release("k", "0".repeat(31) + "1");
        bob.renew("k", "nonsense");

        assertThat(server.row("idle_locks", "k").path("idle_s").asDouble()).isEqualTo(7);
    }
}
