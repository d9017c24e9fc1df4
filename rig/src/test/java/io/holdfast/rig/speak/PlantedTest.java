package io.holdfast.rig.speak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.group.Namespaces;
import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Belief;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.history.Verdict;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Station;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planted bugs in clocks and clients around a real server, which the rig must detect. */
final class PlantedTest {

    @Test
    void wallClockExpiryIsDetected(@TempDir Path directory) throws Exception {
        assumeTrue(Member.canFakeClocks(), "libfaketime sets the clocks of one process");
        Layout layout = Layout.of(1).with(Layout.Clocks.WALL_DECIDES);
        try (Group group = new Group(layout, new Loopback(), directory)) {
            group.start();
            Fleet fleet = Fleet.of("wall", group.stations());
            try (LockSpeaker one = new LockSpeaker(fleet, 0, new Random(1));
                    LockSpeaker other = new LockSpeaker(fleet, 1, new Random(2))) {
                Resource lock = one.own(0);
                assertThat(granted(one.acquire(lock, 600, 0))).isPositive();
                group.members().getFirst().setClock(3600);
                await().atMost(Duration.ofSeconds(100))
                        .until(() -> granted(other.acquire(lock, 5, 0)) > 0);
            }
            assertThat(verdict(fleet).count(Kind.EARLY)).isPositive();
        }
    }

    @Test
    void leaseCountedFromTheAnswerIsDetected(@TempDir Path directory) throws Exception {
        try (Group group = new Group(Layout.of(1), new Loopback(), directory)) {
            group.start();
            Fleet fleet = Fleet.of("belief", group.stations());
            CountDownLatch taken = new CountDownLatch(1);
            Thread next;
            try (LockSpeaker one = new LockSpeaker(fleet, 0, new Random(1));
                    LockSpeaker other = new LockSpeaker(fleet, 1, new Random(2))) {
                Resource lock = one.own(0);
                Operation first = Objects.requireNonNull(one.acquire(lock, 1, 0));
                next = Thread.ofPlatform().start(() -> {
                    other.acquire(lock, 30, 60);
                    taken.countDown();
                });
                // The client reads its answer after the other has the lock, as if its process had
                // been paused.
                taken.await();
                long heardNanos = System.nanoTime();
                long fence = granted(first);
                assertThat(believing(fleet, lock, fence, first.invokedNanos())).isZero();
                assertThat(believing(fleet, lock, fence, heardNanos)).isPositive();
                next.join();
            }
        }
    }

    @Test
    void staleReadRecordedAsLinearizableIsDetected(@TempDir Path directory) throws Exception {
        assumeTrue(Namespaces.available(), "only a member that is cut off is certain to be behind");
        try (Group group = new Group(Layout.of(3), Namespaces.create(3), directory)) {
            group.start();
            group.watch().awaitHealthy(180);
            Station last = group.stations().getLast();
            Fleet fleet = Fleet.of("stale", group.stations().subList(0, 2));
            try (EntitySpeaker writer = new EntitySpeaker(fleet, 0, new Random(1));
                    RoamingClient reader =
                            new RoamingClient(at(last, fleet), "reader", 0, null, new Random(2))) {
                Operation written = writer.value("v", "old");
                awaitOld(last, written.resource());
                group.network().cut(0, 2);
                group.network().cut(1, 2);
                writer.value("v", "new");
                assertThat(verdict(fleet).texts()).isEmpty();
                assertThat(read(reader, written.resource())).isEqualTo(new Result.Value("old"));
            }
            assertThat(verdict(fleet).count(Kind.LINEAR)).isEqualTo(1);
        }
    }

    /** Returns the same run for clients that know one member only. */
    private static Fleet at(Station station, Fleet fleet) {
        return new Fleet(
                "at", List.of(station), fleet.recorder(), fleet.beliefs(), fleet.findings());
    }

    /** Waits until the member has the value; these reads are not recorded. */
    private static void awaitOld(Station station, Resource value) {
        Fleet unrecorded = Fleet.of("watch", List.of(station));
        try (RoamingClient watch = new RoamingClient(unrecorded, "watch", 0, null, new Random(3))) {
            await().atMost(Duration.ofSeconds(100))
                    .until(() -> read(watch, value).equals(new Result.Value("old")));
        }
    }

    /** Sends a stale read, but records a linearizable one. */
    private static Result read(RoamingClient reader, Resource value) {
        return reader.perform(
                        "reader",
                        value,
                        new Action.Read(),
                        Request.get("/api/v1/apps/dashboard/data/" + value.key())
                                .withHeader("Holdfast-Read", "stale"),
                        (reply, sent) -> new Result.Value(reply.text("data")))
                .result();
    }

    /** Returns the violations of a client that counts a lease of one second from the given time. */
    private static int believing(Fleet fleet, Resource lock, long fence, long fromNanos) {
        Belief belief = new Belief(lock, fence, fromNanos + LockSpeaker.nanos(1));
        return new Verdict(fleet.recorder().operations(), List.of(belief))
                .findings()
                .count(Kind.BELIEF);
    }

    private static long granted(@Nullable Operation operation) {
        return operation != null && operation.result() instanceof Result.Granted granted
                ? granted.fence()
                : -1;
    }

    private static Findings verdict(Fleet fleet) {
        return new Verdict(fleet.recorder().operations(), List.copyOf(fleet.beliefs())).findings();
    }
}
