package io.holdfast.log.engine;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command that no client waits for, such as the end of a session whose connection was closed. A
 * change of leader can lose it, so it is submitted until the log has decided it. It must be
 * idempotent. It ends with this process, because the machine then ends its connections and waits.
 */
final class SettledCall<O extends Outcome> implements Call<O> {

    private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final Engine engine;
    private final Clock clock;
    private final Actor actor;
    private final Command<O> command;
    private final long triesNanos;
    private final long sinceNanos;
    private long pauseNanos = PAUSE_NANOS_MIN;

    /** @param triesNanos the time after which it is not submitted again */
    SettledCall(Engine engine, Clock clock, Actor actor, Command<O> command, long triesNanos) {
        this.engine = engine;
        this.clock = clock;
        this.actor = actor;
        this.command = command;
        this.triesNanos = triesNanos;
        this.sinceNanos = clock.monotonicNanos();
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    public @Nullable RequestId request() {
        return null;
    }

    @Override
    public Command<O> command() {
        return command;
    }

    @Override
    public void reply(O outcome) {
        long nowNanos = clock.monotonicNanos();
        if (isUndecided(outcome) && nowNanos - sinceNanos < triesNanos) {
            clock.wakeAt(nowNanos + pauseNanos, () -> engine.submit(this));
            pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
        }
    }

    /** Returns whether a later attempt at this member may have another outcome. */
    private static boolean isUndecided(Outcome outcome) {
        if (outcome instanceof Outcome.Refused(Refusal reason)) {
            return switch (reason) {
                case NO_LEADER, OVERLOADED, UPGRADING -> true;
                // This process accepts nothing any more.
                case DRAINING, STORAGE_FAILED, REMOVED -> false;
                case KEYS_MAX,
                        WAITERS_MAX,
                        ABANDONED,
                        REQUEST_MISMATCH,
                        DATA_MAX,
                        TENANT_KEYS,
                        TENANT_LEASES,
                        TENANT_WAITERS,
                        TENANT_SESSIONS,
                        TENANT_BYTES,
                        STATE_FULL -> false;
            };
        }
        return outcome.equals(Outcome.UNKNOWN);
    }
}
