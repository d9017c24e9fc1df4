package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import io.holdfast.log.CommitLog;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.Replica;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The engine over the memory log, with a fake clock. */
final class EngineTest {

    private final FakeClock clock = new FakeClock();
    private final CountingLog log = new CountingLog();
    private Engine engine;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(log, clock, new EngineOptions("n1", Settings.DEFAULT, true, true));
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void endlessLeaseCausesNoWakeUps() {
        TestClient one = TestClient.open(engine, 1);
        now(one.acquire("k", 0, Limits.SECONDS_MAX));
        clock.pass(1, TimeUnit.SECONDS);
        assertThat(now(one.acquire("k", 0, 5))).isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void leaseExpiresOnTimeWithoutAnyRequest() {
        TestClient one = TestClient.open(engine, 1);
        TestClient two = TestClient.open(engine, 2);
        now(one.acquire("k", 0, 5));
        Sent waiting = two.acquire("k", 60, 5);
        clock.pass(4_999_999_999L, TimeUnit.NANOSECONDS);
        assertThat(waiting.outcome).isNotDone();
        clock.pass(1, TimeUnit.NANOSECONDS);
        assertThat(now(waiting)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void waitingCallIsParkedEvenIfItsBatchAnswersOthers() {
        TestClient one = TestClient.open(engine, 1);
        TestClient two = TestClient.open(engine, 2);
        TestClient three = TestClient.open(engine, 3);
        Token held = token(one.acquire("k", 0, 60));
        now(three.acquire("m", 0, 60));
        Sent granted = two.acquire("k", 60, 60);
        assertThat(granted.parked).isTrue();
        TestClient four = TestClient.open(engine, 4);
        List<Sent> together = new ArrayList<>();
        // Calls sent from within an answer form one batch: one release, which also answers the wait
        // for k, and one call that has to wait.
        engine.read(
                new Query.Gauges(),
                (gauges, point) -> {
                    together.add(one.release("k", held));
                    together.add(four.acquire("m", 60, 60));
                },
                () -> {});

        assertThat(now(granted)).isInstanceOf(Outcome.Granted.class);
        assertThat(together.getLast().outcome).isNotDone();
        assertThat(together.getLast().parked).isTrue();
        assertThat(together.getFirst().parked).isFalse();
    }

    @Test
    void waitEndsAtItsDeadline() {
        TestClient one = TestClient.open(engine, 1);
        TestClient two = TestClient.open(engine, 2);
        now(one.acquire("k", 0, 60));
        Sent waiting = two.acquire("k", 3, 60);
        clock.pass(3, TimeUnit.SECONDS);
        assertThat(now(waiting)).isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void idleServerWritesNothing() {
        int before = log.batches.size();
        clock.pass(1, TimeUnit.HOURS);
        assertThat(log.batches).hasSize(before);
    }

    @Test
    void readNeverShowsExpiredLeases() {
        TestClient one = TestClient.open(engine, 1);
        now(one.acquire("k", 0, 5));
        CompletableFuture<Query.StatsAnswer> answer = new CompletableFuture<>();
        clock.passUnnoticed(5, TimeUnit.SECONDS);
        engine.read(
                new Query.LocksStats("default"), (stats, at) -> answer.complete(stats), () -> {});
        assertThat(answer.join().keys().getFirst().holders()).isEmpty();
    }

    @Test
    void callsOfOneSessionAreSerialized() {
        TestClient holder = TestClient.open(engine, 1);
        TestClient other = TestClient.open(engine, 2);
        now(holder.acquire("a", 0, 60));
        Sent held = other.acquire("b", 0, 60);
        Sent blocked = other.acquire("a", 5, 60);
        Sent release = other.release("b", token(held));
        assertThat(release.outcome).isNotDone();
        clock.pass(5, TimeUnit.SECONDS);
        assertThat(now(blocked)).isEqualTo(Outcome.TIMED_OUT);
        assertThat(now(release)).isEqualTo(Outcome.DONE);
    }

    @Test
    void abandonedWaitLeavesTheQueue() {
        TestClient holder = TestClient.open(engine, 1);
        TestClient gone = TestClient.open(engine, 2);
        TestClient next = TestClient.open(engine, 3);
        Sent held = holder.acquire("k", 0, 60);
        Sent abandoned = gone.acquire("k", 60, 60);
        Sent waiting = next.acquire("k", 60, 60);
        gone.send(abandon(gone, abandoned));
        holder.release("k", token(held));
        assertThat(now(waiting)).isInstanceOf(Outcome.Granted.class);
        assertThat(now(abandoned)).isEqualTo(Refusal.ABANDONED.outcome());
    }

    @Test
    void retryJoinsTheFirstRequestAndBothGetOneAnswer() {
        TestClient holder = TestClient.open(engine, 1);
        TestClient other = TestClient.open(engine, 2);
        TestClient same = new TestClient(engine, 2);
        Sent held = holder.acquire("k", 0, 60);
        RequestId id = new RequestId(1, 2, 3);
        Sent first = other.send(other.acquiring("k", 60, 60), id);
        Sent repeat = same.send(same.acquiring("k", 60, 60), id);
        holder.release("k", token(held));
        assertThat(now(repeat)).isEqualTo(now(first)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void drainOfAMemoryServerEndsSessionsAndRejectsCalls() {
        TestClient holder = TestClient.open(engine, 1);
        TestClient other = TestClient.open(engine, 2);
        now(holder.acquire("k", 0, 60));
        Sent waiting = other.acquire("k", 60, 60);
        engine.drain().join();
        assertThat(now(waiting)).isEqualTo(LockRefusal.SESSION_GONE.outcome());
        assertThat(now(holder.acquire("x", 0, 60))).isEqualTo(Refusal.DRAINING.outcome());
        assertThat(engine.state()).isEqualTo(EngineState.DRAINING);
    }

    @Test
    void fencesStartAboveTheWallClock() {
        TestClient one = TestClient.open(engine, 1);
        assertThat(token(one.acquire("k", 0, 5)).fence())
                .isGreaterThan((clock.wallMillis() / 1000 - 1) << 21)
                .isLessThan(1L << 53);
    }

    @Test
    void failedLogRejectsCallsAndAnswersCallsInFlightAsUnknown() {
        TestClient one = TestClient.open(engine, 1);
        TestClient two = TestClient.open(engine, 2);
        now(one.acquire("k", 0, 60));
        Sent parked = two.acquire("k", 60, 60);
        log.silent = true;
        Sent underWay = one.acquire("x", 0, 60);
        log.fail();
        assertThat(now(underWay)).isEqualTo(Outcome.UNKNOWN);
        assertThat(now(parked)).isEqualTo(Refusal.STORAGE_FAILED.outcome());
        assertThat(now(one.acquire("y", 0, 60))).isEqualTo(Refusal.STORAGE_FAILED.outcome());
        assertThat(engine.state()).isEqualTo(EngineState.STORAGE_FAILED);
        assertThat(engine.failure()).isCompleted();
    }

    @Test
    void readIsAnsweredEvenIfTheLogHasFailed() {
        TestClient one = TestClient.open(engine, 1);
        now(one.acquire("k", 0, 5));
        log.silent = true;
        CompletableFuture<Query.StatsAnswer> before = new CompletableFuture<>();
        CompletableFuture<Query.StatsAnswer> after = new CompletableFuture<>();
        clock.passUnnoticed(5, TimeUnit.SECONDS);
        engine.read(
                new Query.LocksStats("default"), (stats, at) -> before.complete(stats), () -> {});
        assertThat(before).isNotDone();
        log.fail();
        engine.read(
                new Query.LocksStats("default"), (stats, at) -> after.complete(stats), () -> {});
        assertThat(before).isCompleted();
        assertThat(after).isCompleted();
    }

    @Test
    void everyBatchIsReported() {
        List<Integer> told = new ArrayList<>();
        engine.onBatches((commands, nanos) -> told.add(commands));
        TestClient.open(engine, 1);
        assertThat(told).containsExactly(1);
    }

    @Test
    void wallClockDecidesNothing() {
        TestClient one = TestClient.open(engine, 1);
        Sent held = one.acquire("k", 0, 30);
        clock.setWall(clock.wallMillis() + TimeUnit.DAYS.toMillis(1));
        assertThat(now(one.renew("k", token(held), 30))).isInstanceOf(Outcome.Renewed.class);
        clock.setWall(0);
        clock.pass(29, TimeUnit.SECONDS);
        assertThat(now(one.renew("k", token(held), 30))).isInstanceOf(Outcome.Renewed.class);
    }

    @Test
    void eventsAreReportedInOrder() {
        List<Class<?>> heard = new ArrayList<>();
        engine.onEvents(events -> events.forEach(event -> heard.add(event.getClass())));
        TestClient one = TestClient.open(engine, 1);
        one.release("k", token(one.acquire("k", 0, 60)));
        assertThat(heard)
                .containsExactly(Event.SessionOpened.class, Event.Granted.class, Event.Ended.class);
    }

    private LocksCommand.Abandon abandon(TestClient client, Sent call) {
        return new LocksCommand.Abandon(
                TestClient.name("k"),
                KeyKind.LOCK,
                client.session,
                engine.origin(call.sequence),
                null,
                null);
    }

    /** The memory log, which can be made to stall and to fail. */
    private static final class CountingLog implements CommitLog {

        private final MemoryLog inner = new MemoryLog();
        private final List<Batch> batches = new ArrayList<>();
        private @Nullable Replica replica;
        private boolean silent;

        @Override
        public void open(Replica opened) throws IOException {
            replica = opened;
            inner.open(opened);
        }

        @Override
        public void propose(Batch batch) {
            batches.add(batch);
            if (!silent) {
                inner.propose(batch);
            }
        }

        void fail() {
            Objects.requireNonNull(replica).failed(new IOException("no space left on device"));
        }

        @Override
        public int inFlightMax() {
            return 1;
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
