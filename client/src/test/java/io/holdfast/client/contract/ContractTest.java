package io.holdfast.client.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.Acquired;
import io.holdfast.client.ClaimStatus;
import io.holdfast.client.Event;
import io.holdfast.client.EventFilter;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import io.holdfast.client.Loss;
import io.holdfast.client.Pool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the contract of locks, semaphores, pools and claims through the client. */
final class ContractTest {

    private static final Duration MINUTES = Duration.ofMinutes(3);
    private static final Map<World, Members> RUNNING = new EnumMap<>(World.class);

    @TempDir
    private static Path directory;

    private final String key = "contract-" + UUID.randomUUID();

    private static Members members(World world) throws IOException, InterruptedException {
        Members running = RUNNING.get(world);
        if (running == null) {
            Path own = directory.resolve(world.name());
            Files.createDirectories(own);
            running = Members.start(own, world.size());
            RUNNING.put(world, running);
        }
        return running;
    }

    @AfterAll
    static void stop() {
        RUNNING.values().forEach(Members::close);
    }

    private static <T> CompletableFuture<T> start(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(task.call());
            } catch (Exception | AssertionError e) {
                result.completeExceptionally(e);
            }
        });
        return result.orTimeout(MINUTES.toSeconds(), TimeUnit.SECONDS);
    }

    private static void awaitEvent(BlockingQueue<Event> events) throws InterruptedException {
        assertThat(events.poll(MINUTES.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    }

    private BlockingQueue<Event> queued(Holdfast client) {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        client.events(EventFilter.ALL.withPrefix(key).withKinds("queued"), events::add);
        return events;
    }

    @ParameterizedTest
    @EnumSource
    void lockHasOneHolderAndItsWaitersAreServed(World world) throws Exception {
        Members members = members(world);
        List<Loss> losses = new ArrayList<>();
        try (Holdfast ann = world.client(members, 0);
                Holdfast bob = world.client(members, 1);
                Holdfast cid = world.client(members, 2)) {
            BlockingQueue<Event> queued = queued(ann);
            Lease held = ann.lock(key).onLost(losses::add).acquire().orThrow();
            CompletableFuture<Acquired> bobs = start(() -> bob.lock(key).acquire(MINUTES));
            awaitEvent(queued);
            CompletableFuture<Acquired> cids = start(() -> cid.lock(key).acquire(MINUTES));
            awaitEvent(queued);

            world.disturb(members);

            assertThat(ann.lock(key).acquire().isGranted()).isFalse();
            assertThat(held.isHeldNow()).isTrue();
            assertThat(bobs).isNotDone();
            assertThat(cids).isNotDone();
            assertThat(held.release()).isTrue();
            Acquired next = (Acquired) CompletableFuture.anyOf(bobs, cids).join();
            Lease second = next.orThrow();
            assertThat(second.fence()).isGreaterThan(held.fence());
            assertThat(bobs.isDone() && cids.isDone()).isFalse();
            if (!world.kills()) {
                assertThat(bobs).isDone();
            }
            second.release();
            Lease third = (bobs.join() == next ? cids : bobs).join().orThrow();
            assertThat(third.fence()).isGreaterThan(second.fence());
            assertThat(losses).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void semaphoreNeverHasMoreHoldersThanItsLimit(World world) throws Exception {
        Members members = members(world);
        try (Holdfast ann = world.client(members, 0);
                Holdfast bob = world.client(members, 1)) {
            BlockingQueue<Event> queued = queued(ann);
            Lease first = ann.semaphore(key, 2).acquire().orThrow();
            Lease second = bob.semaphore(key, 2).acquire().orThrow();
            CompletableFuture<Acquired> third =
                    start(() -> bob.semaphore(key, 2).acquire(MINUTES));
            awaitEvent(queued);

            world.disturb(members);

            assertThat(ann.semaphore(key, 2).acquire().isGranted()).isFalse();
            assertThat(third).isNotDone();
            assertThat(first.release()).isTrue();
            assertThat(third.join().orThrow().fence()).isGreaterThan(second.fence());
            assertThat(second.isHeldNow()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void expiredLeaseGoesToTheNextWaiter(World world) throws Exception {
        Members members = members(world);
        Holdfast leaving = Holdfast.builder()
                .address(members.addresses(0))
                .requestTimeout(Duration.ofSeconds(60))
                .ttl(Duration.ofSeconds(10))
                .keepSession()
                .build();
        Lease left = leaving.lock(key).acquire().orThrow();
        leaving.close();
        try (Holdfast bob = world.client(members, 1)) {
            CompletableFuture<Acquired> waiting = start(() -> bob.lock(key).acquire(MINUTES));

            world.disturb(members);

            assertThat(waiting.join().orThrow().fence()).isGreaterThan(left.fence());
            assertThat(bob.lock(key).release(left.token())).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void poolLendsEachSlotOnce(World world) throws Exception {
        Members members = members(world);
        UUID id = UUID.randomUUID();
        try (Holdfast ann = world.client(members, 0);
                Holdfast bob = world.client(members, 1)) {
            Pool pool = ann.pool(id);
            pool.create(2);
            Lease first = pool.borrow(MINUTES, Duration.ZERO).orThrow();
            Lease second = bob.pool(id).borrow(MINUTES, Duration.ZERO).orThrow();
            CompletableFuture<Acquired> third = start(() -> bob.pool(id).borrow(MINUTES, MINUTES));

            world.disturb(members);

            assertThat(pool.borrow(MINUTES, Duration.ZERO).isGranted()).isFalse();
            assertThat(first.release()).isTrue();
            Lease next = third.join().orThrow();
            assertThat(next.slot()).isEqualTo(first.slot()).isNotEqualTo(second.slot());
            assertThat(pool.status()).hasValue(new Pool.Status(2, 2, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void claimsOnAResourceTakeTurns(World world) throws Exception {
        Members members = members(world);
        try (Holdfast ann = world.client(members, 0);
                Holdfast bob = world.client(members, 1)) {
            BlockingQueue<Event> queued = queued(ann);
            Lease first =
                    ann.claims().acquire(key, MINUTES, Duration.ZERO, null).orThrow();
            CompletableFuture<Acquired> second =
                    start(() -> bob.claims().acquire(key, MINUTES, MINUTES, null));
            awaitEvent(queued);

            world.disturb(members);

            assertThat(second).isNotDone();
            assertThat(first.release()).isTrue();
            assertThat(second.join().orThrow().fence()).isGreaterThan(first.fence());
            assertThat(ann.claims().list(key, ClaimStatus.ACTIVE, 10, 0)).hasSize(1);
        }
    }
}
