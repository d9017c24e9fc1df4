package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Answer;
import io.holdfast.server.Client;
import io.holdfast.server.Party;
import io.holdfast.server.SharedCluster;
import io.holdfast.server.TestServers;
import io.holdfast.server.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract's numbered sentences that need no clock, with three members: each request of a
 * session goes to the next member, and so does each new connection.
 */
@ExtendWith(SharedCluster.class)
final class ThreeNodesTest {

    private static TestServers cluster;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start(TestServers shared) {
        cluster = shared;
    }

    private record Three(Party ann, Party bob, Party cid) {
        static Three of(Transport transport) {
            return new Three(
                    cluster.party(transport), cluster.party(transport), cluster.party(transport));
        }
    }

    private int count(String array, String field) {
        return cluster.row(array, key).path(field).asInt(-1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("2. One connection may hold several slots of the same semaphore.")
    void oneSessionMayHoldSeveralSlots(Transport transport) {
        Three all = Three.of(transport);
        assertThat(all.ann.semaphore(key, 2).word()).isEqualTo("ok");
        assertThat(all.ann.semaphore(key, 2).word()).isEqualTo("ok");
        assertThat(count("semaphores", "holders")).isEqualTo(2);
        assertThat(all.bob.semaphore(key, 2).word()).isEqualTo("timeout");
        assertThat(all.cid.semaphore(key, 3).word()).isEqualTo("limit_mismatch");
        assertThat(all.cid.lock(key).word()).isEqualTo("limit_mismatch");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("3, 5. A try on a busy key leaves no waiter, and never barges.")
    void tryLeavesNoWaiterAndNeverOvertakes(Transport transport) {
        Three all = Three.of(transport);
        String token = all.ann.lock(key).token();
        assertThat(all.bob.lock(key).word()).isEqualTo("timeout");
        assertThat(count("locks", "waiters")).isZero();
        CompletableFuture<Answer> waiting = all.bob.lockWithin(key, 600);
        cluster.awaitQueued(key, 1);
        assertThat(count("locks", "waiters")).isOne();
        all.ann.release(key, token);
        assertThat(all.cid.lock(key).word()).isEqualTo("timeout");
        assertThat(Client.await(waiting).word()).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("6. Waiters are granted in arrival order, wherever they wait, over both.")
    void waitersAreGrantedInArrivalOrder(Transport first) {
        Party holder = cluster.party(first);
        String token = holder.lock(key).token();
        long fence = 0;
        List<Party> waiters = new ArrayList<>();
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiters.add(cluster.party(i % 3 == 0 ? Transport.LINE : Transport.HTTP));
            answers.add(waiters.getLast().lockWithin(key, 600));
            cluster.awaitQueued(key, i + 1);
        }
        for (int i = 0; i < waiters.size(); i++) {
            assertThat(holder.release(key, token).word()).isEqualTo("ok");
            Answer granted = Client.await(answers.get(i));
            assertThat(granted.fence()).isGreaterThan(fence);
            assertThat(answers.subList(i + 1, answers.size())).noneMatch(CompletableFuture::isDone);
            fence = granted.fence();
            token = granted.token();
            holder = waiters.get(i);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("7. A timed-out waiter leaves the queue; later waiters keep their order.")
    void timedOutWaiterLeavesTheQueue(Transport transport) {
        Three all = Three.of(transport);
        String token = all.ann.lock(key).token();
        CompletableFuture<Answer> first = all.bob.lockWithin(key, 1);
        cluster.awaitQueued(key, 1);
        CompletableFuture<Answer> second = all.cid.lockWithin(key, 600);
        assertThat(Client.await(first).word()).isEqualTo("timeout");
        cluster.awaitQueued(key, 2);
        assertThat(count("locks", "waiters")).isOne();
        all.ann.release(key, token);
        assertThat(Client.await(second).word()).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("8, 16. A lapsed lease goes to the next in line, and its token holds nothing.")
    void expiredLeaseGoesToTheNextWaiter(Transport transport) {
        Three all = Three.of(transport);
        String lapsing = all.ann.lock(key, 1).token();
        assertThat(Client.await(all.bob.lockWithin(key, 600)).word()).isEqualTo("ok");
        assertThat(all.ann.renew(key, lapsing).word()).isEqualTo("not_held");
        assertThat(all.cid.release(key, lapsing).word()).isEqualTo("not_held");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("10, 13, 15, 18, 19. Leases and tokens are the same at every node.")
    void tokenIsUsableByAnySessionOnAnyMember(Transport transport) {
        Three all = Three.of(transport);
        Answer granted = all.ann.lock(key, 700);
        assertThat(granted.seconds()).isEqualTo(700);
        assertThat(all.bob.renew(key, granted.token(), 500).seconds()).isEqualTo(500);
        assertThat(all.bob.renew(key, granted.token()).seconds()).isEqualTo(600);
        assertThat(all.cid.releaseSemaphore(key, granted.token()).word()).isEqualTo("not_held");
        assertThat(all.cid.release(key, granted.token()).word()).isEqualTo("ok");
        assertThat(all.ann.release(key, granted.token()).word()).isEqualTo("not_held");
        assertThat(all.bob.lock(key).seconds()).isEqualTo(600);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("9. Several releases promote as many head waiters as fit, in order.")
    void severalReleasesPromoteAsManyWaiters(Transport transport) {
        Three all = Three.of(transport);
        String one = all.ann.semaphore(key, 2).token();
        String two = all.ann.semaphore(key, 2).token();
        CompletableFuture<Answer> first = all.bob.semaphoreWithin(key, 2, 600);
        cluster.awaitQueued(key, 1);
        CompletableFuture<Answer> second = all.cid.semaphoreWithin(key, 2, 600);
        cluster.awaitQueued(key, 2);
        CompletableFuture<Answer> third = cluster.party(transport).semaphoreWithin(key, 2, 600);
        cluster.awaitQueued(key, 3);
        all.ann.releaseSemaphore(key, one);
        all.ann.releaseSemaphore(key, two);
        assertThat(Client.await(first).fence()).isLessThan(Client.await(second).fence());
        assertThat(count("semaphores", "waiters")).isOne();
        assertThat(third).isNotDone();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("21 to 26. What was enqueued for at one node is collected at another, once.")
    void enqueuedPlaceIsCollectedOnceAtAnotherMember(Transport transport) {
        Three all = Three.of(transport);
        assertThat(all.ann.collect(key).word()).isEqualTo("not_enqueued");
        Answer acquired = all.ann.enqueue(key);
        assertThat(acquired.word()).isEqualTo("acquired");
        assertThat(all.ann.enqueue(key).word()).isEqualTo("already_enqueued");
        assertThat(all.bob.enqueue(key).word()).isEqualTo("queued");
        assertThat(all.bob.enqueue(key).word()).isEqualTo("already_enqueued");
        assertThat(all.cid.collect(key).word()).isEqualTo("not_enqueued");
        assertThat(all.ann.collect(key).token()).isEqualTo(acquired.token());
        assertThat(all.ann.collect(key).word()).isEqualTo("not_enqueued");
        assertThat(all.ann.enqueue(key).word()).isEqualTo("queued");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("27, 28. A wait that times out drops the place; a promoted waiter gets its token.")
    void timedOutWaitDropsThePlace(Transport transport) {
        Three all = Three.of(transport);
        String token = all.ann.lock(key).token();
        all.bob.enqueue(key);
        all.cid.enqueue(key);
        assertThat(all.bob.collect(key).word()).isEqualTo("timeout");
        assertThat(all.bob.collect(key).word()).isEqualTo("not_enqueued");
        assertThat(all.bob.enqueue(key).word()).isEqualTo("queued");
        all.ann.release(key, token);
        assertThat(all.cid.collect(key).word()).isEqualTo("ok");
        assertThat(all.bob.collect(key).word()).isEqualTo("timeout");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("34. Two concurrent waits of one session, also at two nodes: never two grants.")
    void concurrentWaitsOfASessionGiveOneGrant(Transport transport) {
        Three all = Three.of(transport);
        String token = all.ann.lock(key).token();
        all.bob.enqueue(key);
        CompletableFuture<Answer> first = all.bob.waitFor(key, 600);
        CompletableFuture<Answer> second = all.bob.waitFor(key, 600);
        all.ann.release(key, token);
        assertThat(List.of(Client.await(first).word(), Client.await(second).word()))
                .containsExactlyInAnyOrder("ok", "not_enqueued");
        assertThat(count("locks", "waiters")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("48. Who leaves makes room for the next, whichever node each uses.")
    void disconnectPromotesTheNextWaiterOfAnyMember(Transport transport) {
        Three all = Three.of(transport);
        all.ann.lock(key);
        CompletableFuture<Answer> waiting = all.bob.lockWithin(key, 600);
        cluster.awaitQueued(key, 1);
        all.ann.leave();
        assertThat(Client.await(waiting).word()).isEqualTo("ok");
    }
}
