package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import io.holdfast.log.LogOptions;
import io.holdfast.log.engine.TestClient.Sent;
import io.holdfast.log.journal.JournalLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine over the durable log, with real files and a fake clock. */
final class EngineRestartTest {

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path directory;

    private Engine engine;

    @BeforeEach
    void start() throws IOException {
        engine = open();
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private Engine open() throws IOException {
        JournalLog log = new JournalLog(directory, LogOptions.DEFAULT);
        return Engine.start(log, clock, new EngineOptions("n1", Settings.DEFAULT, false, false));
    }

    private void restart() throws IOException {
        engine.close();
        engine = open();
    }

    @Test
    void grantsSurviveARestartAndFencesKeepRising() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        Token before = token(one.acquire("k", 0, 60));
        restart();
        one.goTo(engine);
        assertThat(now(one.acquire("k", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(now(one.release("k", before))).isEqualTo(Outcome.DONE);
        assertThat(token(one.acquire("k", 0, 60)).fence()).isGreaterThan(before.fence());
    }

    @Test
    void downtimeCountsForLeases() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        Token shortLease = token(one.acquire("short", 0, 10));
        Token longLease = token(one.acquire("long", 0, 60));
        engine.close();
        clock.pass(20, TimeUnit.SECONDS);
        engine = open();
        one.goTo(engine);
        assertThat(now(one.release("short", shortLease))).isEqualTo(Outcome.NOT_HELD);
        clock.pass(39, TimeUnit.SECONDS);
        assertThat(now(one.renew("long", longLease, 60))).isInstanceOf(Outcome.Renewed.class);
    }

    @Test
    void wallClockSetBackDuringDowntimeDoesNotShortenLeases() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        Token held = token(one.acquire("k", 0, 10));
        clock.setWall(clock.wallMillis() - TimeUnit.DAYS.toMillis(1));
        restart();
        one.goTo(engine);
        assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
    }

    @Test
    void sessionsDoNotExpireByDowntime() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        engine.close();
        clock.pass(1, TimeUnit.HOURS);
        engine = open();
        one.goTo(engine);
        assertThat(now(one.acquire("k", 0, 10))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void waitOfADeadProcessConsumesNoGrantAndQueuePlacesStay() throws IOException {
        TestClient holder = TestClient.open(engine, 1);
        TestClient dead = TestClient.open(engine, 2);
        TestClient queued = TestClient.open(engine, 3);
        Token held = token(holder.acquire("k", 0, 60));
        Sent parked = dead.acquire("k", 60, 60);
        now(queued.enqueue("k", 60));
        restart();
        assertThat(now(parked)).isEqualTo(Refusal.DRAINING.outcome());
        holder.goTo(engine);
        queued.goTo(engine);
        now(holder.release("k", held));
        assertThat(now(queued.await("k", 0))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void drainKeepsSessionsGrantsAndQueuePlaces() throws IOException {
        TestClient holder = TestClient.open(engine, 1);
        TestClient queued = TestClient.open(engine, 2);
        Token held = token(holder.acquire("k", 0, 60));
        now(queued.enqueue("k", 60));
        Sent waiting = queued.await("k", 60);
        engine.drain().join();
        assertThat(now(waiting)).isEqualTo(Refusal.DRAINING.outcome());
        restart();
        holder.goTo(engine);
        queued.goTo(engine);
        Sent again = queued.await("k", 60);
        now(holder.release("k", held));
        assertThat(now(again)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void retriedRequestGetsItsFirstAnswerEvenAfterARestart() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        RequestId id = new RequestId(4, 5, 6);
        Outcome first = now(one.send(one.acquiring("k", 0, 60), id));
        restart();
        one.goTo(engine);
        assertThat(now(one.send(one.acquiring("k", 0, 60), id))).isEqualTo(first);
    }

    @Test
    void replayReportsNoEventTwice() throws IOException {
        TestClient one = TestClient.open(engine, 1);
        now(one.acquire("k", 0, 60));
        restart();
        List<Event> heard = new CopyOnWriteArrayList<>();
        engine.onEvents(heard::addAll);
        one.goTo(engine);
        now(one.acquire("other", 0, 60));
        // The answer may arrive before the event.
        await().untilAsserted(() -> assertThat(heard).hasSize(1));
    }
}
