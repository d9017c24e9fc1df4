package io.holdfast.rig.polls;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.log.Clock;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.engine.Call;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** More waiters than possible connections, so this test calls the engine without any. */
final class NodeWaitersTest {

    private static final int WAITERS = 100_000;
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final Actor ACTOR = new Actor("default", "", "127.0.0.1");
    private static final ResourceName KEY = new ResourceName("default", Space.LOCKS, "line");

    @Test
    void hundredThousandWaitersOfOneEngineAreAnsweredInOrder() throws Exception {
        EngineOptions options = new EngineOptions("n1", Settings.DEFAULT, true, true);
        try (Engine engine = Engine.start(new MemoryLog(), Clock.SYSTEM, options)) {
            Waiting holder = Waiting.begin(engine, 0);
            Waiting[] waiters = new Waiting[WAITERS];
            Runtime runtime = Runtime.getRuntime();
            runtime.gc();
            long beforeBytes = runtime.totalMemory() - runtime.freeMemory();
            for (int number = 0; number < WAITERS; number++) {
                waiters[number] = Waiting.begin(engine, number + 1);
                assertThat(waiters[number].outcome).isNull();
            }
            runtime.gc();
            long afterBytes = runtime.totalMemory() - runtime.freeMemory();
            long beganNanos = System.nanoTime();
            Waiting current = holder;
            for (Waiting next : waiters) {
                Token token = current.token();
                current.release();
                assertThat(next.token().fence()).isGreaterThan(token.fence());
                current = next;
            }
            long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
            System.err.println(WAITERS + " waiters of one engine, answered in order in "
                    + tookMillis + " ms, "
                    + (afterBytes - beforeBytes) / WAITERS
                    + " bytes of heap each with session and call");
        }
    }

    /** One session that requests the key and keeps the outcome. */
    private static final class Waiting {

        private final Engine engine;
        private final SessionId session;
        private final Command<?> command;
        private @Nullable Outcome outcome;

        private Waiting(Engine engine, SessionId session, Command<?> command) {
            this.engine = engine;
            this.session = session;
            this.command = command;
        }

        static Waiting begin(Engine engine, long number) {
            SessionId session = new SessionId(number, number);
            Waiting open =
                    new Waiting(engine, session, new SessionCommand.Open(session, "waiter", false));
            engine.submit(open.call(open.command));
            assertThat(open.outcome).isInstanceOf(Outcome.Opened.class);
            Waiting waiting = new Waiting(
                    engine,
                    session,
                    new LocksCommand.Acquire(
                            KEY, KeyKind.LOCK, session, 1, HOUR_NANOS, HOUR_NANOS, number, null));
            engine.submit(waiting.call(waiting.command));
            return waiting;
        }

        void release() {
            Waiting release = new Waiting(
                    engine, session, new LocksCommand.Release(KEY, KeyKind.LOCK, session, token()));
            engine.submit(release.call(release.command));
            assertThat(release.outcome).isEqualTo(Outcome.DONE);
        }

        Token token() {
            if (outcome instanceof Outcome.Granted granted) {
                return granted.token();
            }
            throw new AssertionError(session + " got " + outcome);
        }

        private <O extends Outcome> Call<O> call(Command<O> typed) {
            return new Call<>() {
                @Override
                public Actor actor() {
                    return ACTOR;
                }

                @Override
                public @Nullable RequestId request() {
                    return null;
                }

                @Override
                public Command<O> command() {
                    return typed;
                }

                @Override
                public void reply(O told) {
                    outcome = told;
                }
            };
        }
    }
}
