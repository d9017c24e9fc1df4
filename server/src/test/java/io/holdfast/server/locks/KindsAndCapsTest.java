package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Answer;
import io.holdfast.server.Client;
import io.holdfast.server.Party;
import io.holdfast.server.TestServer;
import io.holdfast.server.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviours 35 to 46 of the contract, over both transports. */
@ParameterizedClass
@EnumSource(Transport.class)
final class KindsAndCapsTest {

    private final Transport transport;

    KindsAndCapsTest(Transport transport) {
        this.transport = transport;
    }

    @Test
    @DisplayName(
            "35, as decided: One key space: a key in use as a lock refuses semaphore calls and the"
                    + " reverse, 409 `limit_mismatch`.")
    void keyIsEitherALockOrASemaphore() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);
            ann.lock("l");
            ann.semaphore("s", 1);

            Answer asSemaphore = ann.semaphore("l", 1);
            assertThat(asSemaphore.word()).isEqualTo("limit_mismatch");
            assertThat(ann.lock("s").word()).isEqualTo("limit_mismatch");
            assertThat(ann.enqueue("s").word()).isEqualTo("limit_mismatch");
            assertThat(server.row("locks", "l").isMissingNode()).isFalse();
            assertThat(server.row("semaphores", "s").path("limit").asInt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "36. A semaphore's limit is fixed by its first acquire/enqueue; a different limit is"
                    + " mismatch even while the key is idle.")
    void limitIsFixedByFirstUse() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);
            ann.releaseSemaphore("s", ann.semaphore("s", 3).token());
            assertThat(server.row("idle_semaphores", "s").isMissingNode()).isFalse();

            assertThat(ann.semaphore("s", 2).word()).isEqualTo("limit_mismatch");
            assertThat(ann.semaphore("s", 3).word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName(
            "37. After the key has been idle longer than gc-max-idle and a GC pass ran, a new limit"
                    + " is accepted.")
    void newLimitIsAcceptedAfterTheIdleTime() {
        try (TestServer server = TestServer.ephemeral("--http-session-idle-timeout", "600")) {
            Party ann = server.party(transport);
            ann.releaseSemaphore("s", ann.semaphore("s", 3).token());

            server.clock().advanceSeconds(60);

            assertThat(server.row("idle_semaphores", "s").isMissingNode()).isTrue();
            assertThat(ann.semaphore("s", 2).word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("38. GC never removes a key with a holder or waiter.")
    void keyInUseIsNeverRemoved() {
        try (TestServer server = TestServer.ephemeral("--http-session-idle-timeout", "0")) {
            Party ann = server.party(transport);
            Party bob = server.party(transport);
            ann.lock("held", 100_000);
            ann.lock("queued", 100_000);
            bob.enqueue("queued");

            server.clock().advanceSeconds(5_000);

            assertThat(server.row("locks", "held").path("owner_conn_id").asLong())
                    .isPositive();
            assertThat(server.row("locks", "queued").path("waiters").asInt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "39. max-locks counts idle keys not yet pruned; at the cap, existing keys still work and"
                    + " new keys fail.")
    void capCountsIdleKeys() {
        try (TestServer server = TestServer.ephemeral("--max-locks", "2")) {
            Party ann = server.party(transport);
            ann.release("a", ann.lock("a").token());
            ann.semaphore("b", 1);

            Answer refused = ann.lock("c");

            assertThat(refused.word()).isEqualTo("max_locks");
            assertThat(ann.lock("a").word()).isEqualTo("ok");
            server.clock().advanceSeconds(33 + 60);
            assertThat(server.party(transport).lock("c").word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("40. The cap is exact under concurrency (no overshoot).")
    void capIsExactUnderConcurrency() {
        try (TestServer server = TestServer.ephemeral("--max-locks", "10")) {
            List<CompletableFuture<Answer>> asked = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                asked.add(server.party(transport).lockWithin("k" + i, 0));
            }

            long granted = asked.stream()
                    .map(Client::await)
                    .filter(reply -> reply.word().equals("ok"))
                    .count();

            assertThat(granted).isEqualTo(10);
            assertThat(server.stats().path("locks").size()).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("41. Release, renew and wait on an unknown key never create a resource.")
    void releaseRenewAndWaitCreateNoKey() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);

            assertThat(ann.release("a", "x").word()).isEqualTo("not_held");
            assertThat(ann.renew("b", "x").word()).isEqualTo("not_held");
            assertThat(ann.collect("c").word()).isEqualTo("not_enqueued");
            assertThat(server.stats().path("idle_locks").size()).isZero();
            assertThat(server.stats().path("locks").size()).isZero();
        }
    }

    @Test
    @DisplayName(
            "42. max-waiters is per key and counts single-phase and two-phase waiters together.")
    void waiterCapCountsBothPhases() {
        try (TestServer server = TestServer.ephemeral("--max-waiters", "2")) {
            Party ann = server.party(transport);
            ann.lock("k");
            ann.lock("other");
            server.party(transport).enqueue("k");
            CompletableFuture<Answer> waiting = server.party(transport).lockWithin("k", 60);
            server.awaitQueued("k", 2);

            assertThat(server.party(transport).enqueue("k").word()).isEqualTo("max_waiters");
            assertThat(server.party(transport).lock("k").word()).isEqualTo("max_waiters");
            assertThat(server.party(transport).enqueue("other").word()).isEqualTo("queued");
            assertThat(waiting).isNotDone();
        }
    }

    @Test
    void sessionHoldsAndAwaitsALimitedNumberOfLocks() {
        try (TestServer server = TestServer.ephemeral("--max-locks-per-session", "2")) {
            Party ann = server.party(transport);
            Party bob = server.party(transport);
            bob.lock("b");
            String token = ann.lock("a").token();
            assertThat(ann.enqueue("b").word()).isEqualTo("queued");

            assertThat(ann.lock("c").word()).isEqualTo("max_locks");
            assertThat(ann.enqueue("c").word()).isEqualTo("max_locks");
            assertThat(ann.semaphore("s", 2).word()).isEqualTo("max_locks");
            assertThat(bob.lock("c").word()).isEqualTo("ok");
            ann.release("a", token);
            assertThat(ann.lock("d").word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName(
            "43. Expiry hands the slot to the next waiter within lease-sweep-interval (1 s) without"
                    + " any new request.")
    void expiryPromotesTheNextWaiterAtTheDeadline() {
        try (TestServer server = TestServer.ephemeral()) {
            server.party(transport).lock("k", 5);
            CompletableFuture<Answer> waiting = server.party(transport).lockWithin("k", 60);
            server.awaitQueued("k", 1);

            server.clock().advanceNanos(5_000_000_000L - 1);
            assertThat(waiting).isNotDone();
            server.clock().advanceNanos(1);

            assertThat(Client.await(waiting).word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("44. An expired holder's late release returns not-held once evicted.")
    void lateReleaseIsNotHeldAndHasNoEffect() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);
            Party bob = server.party(transport);
            String token = ann.lock("k", 5).token();
            server.clock().advanceSeconds(5);
            bob.lock("k");

            assertThat(ann.release("k", token).word()).isEqualTo("not_held");
            assertThat(ann.lock("k").word()).isEqualTo("timeout");
        }
    }

    @Test
    @DisplayName("45. Tokens rise lexicographically with each grant on one server (v2.1+).")
    void tokensRiseWithEachGrant() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);
            String last = "";
            for (int i = 0; i < 20; i++) {
                Answer reply = ann.lock("k" + i % 3);
                assertThat(reply.token()).isGreaterThan(last).matches("[0-9a-f]{32}");
                last = reply.token();
                ann.release("k" + i % 3, last);
            }
        }
    }

    @Test
    @DisplayName("46. A semaphore grant's fence is distinct per grant.")
    void everySemaphoreGrantHasItsOwnFence() {
        try (TestServer server = TestServer.ephemeral()) {
            Party ann = server.party(transport);

            assertThat(List.of(
                            ann.semaphore("s", 3).fence(),
                            ann.semaphore("s", 3).fence(),
                            ann.semaphore("s", 3).fence()))
                    .doesNotHaveDuplicates()
                    .isSorted();
        }
    }
}
