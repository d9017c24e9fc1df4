package io.holdfast.log.engine;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One session at a member. */
final class TestClient {

    private static final Actor ACTOR = new Actor("default", "", "127.0.0.1");
    private static final long SECOND_NANOS = 1_000_000_000L;

    final SessionId session;
    private Engine engine;

    TestClient(Engine engine, long id) {
        this.engine = engine;
        this.session = new SessionId(id, id);
    }

    static TestClient open(Engine engine, long id) {
        TestClient client = new TestClient(engine, id);
        now(client.send(new SessionCommand.Open(client.session, "client-" + id, false)));
        return client;
    }

    void goTo(Engine other) {
        engine = other;
    }

    /** A call in flight. */
    static final class Sent {

        private final Command<?> command;
        private final @Nullable RequestId request;
        final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        long sequence;
        volatile boolean parked;

        Sent(Command<?> command, @Nullable RequestId request) {
            this.command = command;
            this.request = request;
        }

        Call<?> call() {
            return call(command);
        }

        private <O extends Outcome> Call<O> call(Command<O> typed) {
            return new Call<>() {
                @Override
                public Actor actor() {
                    return ACTOR;
                }

                @Override
                public @Nullable RequestId request() {
                    return request;
                }

                @Override
                public Command<O> command() {
                    return typed;
                }

                @Override
                public void parked() {
                    parked = true;
                }

                @Override
                public void reply(O answer) {
                    if (!outcome.complete(answer)) {
                        throw new AssertionError("a call was answered twice");
                    }
                }
            };
        }
    }

    Sent send(Command<?> command) {
        return send(command, null);
    }

    Sent send(Command<?> command, @Nullable RequestId request) {
        Sent sent = new Sent(command, request);
        sent.sequence = engine.submit(sent.call());
        return sent;
    }

    Sent acquire(String key, long waitSeconds, long ttlSeconds) {
        return send(acquiring(key, waitSeconds, ttlSeconds));
    }

    Command<?> acquiring(String key, long waitSeconds, long ttlSeconds) {
        return new LocksCommand.Acquire(
                name(key),
                KeyKind.LOCK,
                session,
                1,
                waitSeconds * SECOND_NANOS,
                ttlSeconds * SECOND_NANOS,
                key.hashCode(),
                null);
    }

    Sent enqueue(String key, long ttlSeconds) {
        return send(new LocksCommand.Enqueue(
                name(key), KeyKind.LOCK, session, 1, ttlSeconds * SECOND_NANOS, 7, null));
    }

    Sent await(String key, long waitSeconds) {
        return send(new LocksCommand.Await(
                name(key), KeyKind.LOCK, session, waitSeconds * SECOND_NANOS));
    }

    Sent release(String key, Token token) {
        return send(new LocksCommand.Release(name(key), KeyKind.LOCK, session, token));
    }

    Sent renew(String key, Token token, long ttlSeconds) {
        return send(new LocksCommand.Renew(
                name(key), KeyKind.LOCK, session, token, ttlSeconds * SECOND_NANOS));
    }

    static ResourceName name(String key) {
        return new ResourceName("default", Space.LOCKS, key);
    }

    /** Returns the outcome, which must arrive without any time passing. */
    static Outcome now(Sent sent) {
        try {
            return sent.outcome.get(60, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no outcome for " + sent.command, e);
        }
    }

    static Token token(Sent sent) {
        return ((Outcome.Granted) now(sent)).token();
    }
}
