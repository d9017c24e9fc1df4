package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Token;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log loses commands that no client waits for, as a change of leader does. */
final class SettledCallTest {

    private static final Actor ACTOR = new Actor(Actor.DEFAULT_TENANT, "", "127.0.0.1");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FakeClock clock = new FakeClock();
    private final FakeGroup group = new FakeGroup(clock);
    private Engine engine;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(
                group,
                clock,
                new EngineOptions("n1", settings(), false, true, PATIENCE_NANOS, PATIENCE_NANOS));
        // A leader delivers grants without a message to another member.
        group.elect();
    }

    /** Returns settings by which sessions do not end because their clients are silent. */
    private static Settings settings() {
        return new Settings(
                TimeUnit.SECONDS.toNanos(33),
                0,
                TimeUnit.SECONDS.toNanos(60),
                true,
                1_000,
                1_000,
                1_000,
                1_000,
                TimeUnit.SECONDS.toNanos(600),
                1_000);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    /** Lets the engine's timers run for a while. */
    private void pass(int seconds) {
        for (int i = 0; i < 4 * seconds; i++) {
            clock.pass(250, TimeUnit.MILLISECONDS);
        }
    }

    private long closes() {
        return group.batches.stream()
                .flatMap(batch -> batch.proposals().stream())
                .filter(proposal -> proposal.command() instanceof SessionCommand.Close)
                .count();
    }

    @Test
    void lostEndOfASessionIsRepeatedUntilItsLocksAreFree() {
        TestClient leaving = TestClient.open(engine, 1);
        TestClient next = TestClient.open(engine, 2);
        now(leaving.acquire("k", 0, 3600));
        Sent waiting = next.acquire("k", 600, 60);
        group.loses = 2;
        engine.settle(ACTOR, new SessionCommand.Close(leaving.session, false), Long.MAX_VALUE);
        assertThat(waiting.outcome).isNotDone();
        pass(30);
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
        assertThat(closes()).isEqualTo(1);
        pass(30);
        assertThat(closes()).as("the log has decided").isEqualTo(1);
    }

    @Test
    void commandIsNotRepeatedAfterItsTime() {
        TestClient leaving = TestClient.open(engine, 1);
        now(leaving.acquire("k", 0, 3600));
        group.loses = 1;
        engine.settle(ACTOR, new SessionCommand.Close(leaving.session, false), 1);
        pass(30);
        assertThat(closes()).isZero();
    }

    @Test
    void commandIsNotRepeatedAfterTheEndOfTheProcess() {
        TestClient leaving = TestClient.open(engine, 1);
        now(leaving.acquire("k", 0, 3600));
        group.loses = 1;
        engine.settle(ACTOR, new SessionCommand.Close(leaving.session, false), Long.MAX_VALUE);
        engine.close();
        pass(30);
        assertThat(closes()).isZero();
        assertThat(group.loses).isZero();
    }

    @Test
    void abandonedWaitEndsEvenIfItsFirstAbandonWasLost() {
        TestClient holder = TestClient.open(engine, 1);
        TestClient leaving = TestClient.open(engine, 2);
        TestClient next = TestClient.open(engine, 3);
        Token held = token(holder.acquire("k", 0, 3600));
        Sent left = leaving.acquire("k", 600, 60);
        Sent waiting = next.acquire("k", 600, 60);
        group.loses = 1;
        engine.settle(
                ACTOR,
                new LocksCommand.Abandon(
                        TestClient.name("k"),
                        KeyKind.LOCK,
                        leaving.session,
                        engine.origin(left.sequence),
                        null,
                        null),
                PATIENCE_NANOS * 6);
        pass(30);
        now(holder.release("k", held));
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }
}
