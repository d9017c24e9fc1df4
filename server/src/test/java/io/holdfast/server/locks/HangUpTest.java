package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand.Acquire;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.LocksCommand.OfClient;
import io.holdfast.core.command.LocksCommand.Release;
import io.holdfast.core.command.SessionCommand.Open;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.server.FakeClock;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.SimpleCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests grants and queue places whose client disconnects, step by step. */
final class HangUpTest {

    private static final Actor ACTOR = new Actor("", "test", "127.0.0.1");
    private static final ResourceName KEY = new ResourceName("", Space.LOCKS, "k");
    private static final SessionId HOLDER = new SessionId(1, 1);
    private static final SessionId LEAVING = new SessionId(2, 2);
    private static final SessionId NEXT = new SessionId(3, 3);
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private Engine engine;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(
                new MemoryLog(),
                new FakeClock(),
                new EngineOptions("n", Settings.DEFAULT, true, true));
        for (SessionId session : List.of(HOLDER, LEAVING, NEXT)) {
            submit(new Open(session, null, false));
        }
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    /** Submits the command and returns the list that will receive the outcome. */
    private List<Outcome> submit(Command<?> command) {
        List<Outcome> outcomes = new ArrayList<>();
        engine.submit(new SimpleCall<>(ACTOR, null, command, outcomes::add));
        return outcomes;
    }

    private static Acquire acquire(SessionId session) {
        return new Acquire(KEY, KeyKind.LOCK, session, 1, MINUTE_NANOS, 0, 7, null);
    }

    private FakeExchange leave(@Nullable String key) {
        FakeExchange exchange = new FakeExchange(key);
        send(exchange, acquire(LEAVING));
        return exchange;
    }

    private <O extends LocksOutcome> void send(FakeExchange exchange, OfClient<O> command) {
        new Requests(engine)
                .submitWaiting(
                        exchange,
                        exchange.actor(),
                        "client",
                        command,
                        LockAbandonment.of(command),
                        outcome -> exchange.replyEmpty(200));
    }

    private static Token token(List<Outcome> outcomes) {
        return ((Outcome.Granted) outcomes.getFirst()).token();
    }

    @Test
    void waitIsCancelledWhenItsClientDisconnects() {
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange leaving = leave(null);
        List<Outcome> next = submit(acquire(NEXT));

        leaving.hangUp();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        assertThat(next).singleElement().isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void endOfInputDuringAWaitIsADisconnect() {
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange leaving = leave(null);
        List<Outcome> next = submit(acquire(NEXT));

        leaving.endInput();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        assertThat(leaving.isOpen()).isFalse();
        assertThat(next).singleElement().isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void endOfInputBehindAnotherCallOfTheSessionIsADisconnect() {
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange waiting = leave(null);
        FakeExchange behind = leave(null);

        behind.endInput();
        assertThat(behind.isOpen()).isFalse();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        assertThat(waiting.status()).isEqualTo(200);
        assertThat(behind.status()).isZero();
    }

    @Test
    void immediateDecisionIsAnsweredAfterEndOfInput() {
        FakeExchange leaving = leave(null);

        leaving.endInput();

        assertThat(leaving.isOpen()).isTrue();
        assertThat(leaving.status()).isEqualTo(200);
    }

    @Test
    void undeliveredGrantGoesToTheNextWaiter() {
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange leaving = leave(null);
        List<Outcome> next = submit(acquire(NEXT));
        leaving.loseReplies();

        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));
        assertThat(next).isEmpty();
        leaving.hangUp();

        assertThat(next).singleElement().isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void undeliveredImmediateGrantIsReleased() {
        FakeExchange leaving = new FakeExchange(null);
        leaving.loseReplies();
        send(leaving, acquire(LEAVING));

        leaving.hangUp();

        assertThat(submit(acquire(NEXT))).singleElement().isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void undeliveredPlaceIsReleased() {
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange leaving = new FakeExchange(null);
        leaving.loseReplies();
        Enqueue enqueue = new Enqueue(KEY, KeyKind.LOCK, LEAVING, 1, 0, 7, null);
        send(leaving, enqueue);

        leaving.hangUp();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        assertThat(submit(acquire(NEXT))).singleElement().isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void retryAfterADisconnectGetsAHeldGrant() {
        String request = "key";
        Token held = token(submit(acquire(HOLDER)));
        leave(request).hangUp();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        FakeExchange again = leave(request);

        assertThat(again.status()).isEqualTo(200);
        assertThat(submit(new Acquire(KEY, KeyKind.LOCK, NEXT, 1, 0, 0, 7, null)))
                .containsExactly(Outcome.TIMED_OUT);
    }

    @Test
    void retryTakesOverThePlaceOfTheDisconnectedRequest() {
        String request = "key";
        Token held = token(submit(acquire(HOLDER)));
        FakeExchange first = leave(request);
        List<Outcome> behind = submit(acquire(NEXT));
        FakeExchange repeat = leave(request);

        first.hangUp();
        submit(new Release(KEY, KeyKind.LOCK, HOLDER, held));

        assertThat(repeat.status()).isEqualTo(200);
        assertThat(behind).isEmpty();
    }

    @Test
    void callQueuedBehindItsSessionIsCancelledOnDisconnect() {
        ResourceName other = new ResourceName("", Space.LOCKS, "other");
        submit(acquire(HOLDER));
        Token held = token(submit(new Acquire(other, KeyKind.LOCK, HOLDER, 1, 0, 0, 7, null)));
        submit(new Acquire(other, KeyKind.LOCK, LEAVING, 1, MINUTE_NANOS, 0, 7, null));
        FakeExchange behind = leave(null);

        behind.hangUp();
        submit(new Release(other, KeyKind.LOCK, HOLDER, held));

        Enqueue enqueue = new Enqueue(KEY, KeyKind.LOCK, NEXT, 1, 0, 7, null);
        assertThat(submit(enqueue)).containsExactly(new Outcome.Queued(1, Estimate.NONE));
    }

    @Test
    void deliveredGrantIsKept() {
        FakeExchange leaving = leave(null);

        leaving.hangUp();

        assertThat(leaving.status()).isEqualTo(200);
        assertThat(submit(new Acquire(KEY, KeyKind.LOCK, NEXT, 1, 0, 0, 7, null)))
                .containsExactly(Outcome.TIMED_OUT);
    }
}
