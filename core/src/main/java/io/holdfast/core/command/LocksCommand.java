package io.holdfast.core.command;

import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;

import org.jspecify.annotations.Nullable;

/**
 * Commands of the locks API: locks and semaphores over one kernel. A lock is {@link KeyKind#LOCK}
 * with a limit of one. Both kinds share one key space and refuse each other's calls.
 */
public sealed interface LocksCommand<O extends LocksOutcome> extends Command<O> {

    /** Returns the key. */
    ResourceName name();

    /** Returns the kind of key that the caller expects. */
    KeyKind kind();

    /** Returns the session that acts. */
    SessionId session();

    /** A command that a client requests. It counts as a sign of life of its session. */
    sealed interface OfClient<O extends LocksOutcome> extends LocksCommand<O> {}

    /**
     * Acquires a slot, or waits in the queue for one.
     *
     * @param waitNanos maximum wait; zero requests an immediate answer
     * @param ttlNanos the lease, or zero for the configured default
     * @param salt random bits for the token, generated at the edge because the machine is
     *     deterministic
     */
    record Acquire(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            int limit,
            long waitNanos,
            long ttlNanos,
            long salt,
            @Nullable String owner)
            implements OfClient<LocksOutcome.Acquire> {

        /** Omits the salt, which is half of a token. */
        @Override
        public String toString() {
            return "Acquire[name=" + name + ", kind=" + kind + ", limit=" + limit + "]";
        }
    }

    /** Acquires a slot or a queue place without waiting; {@link Await} collects it. */
    record Enqueue(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            int limit,
            long ttlNanos,
            long salt,
            @Nullable String owner)
            implements OfClient<LocksOutcome.Enqueue> {

        /** Omits the salt, which is half of a token. */
        @Override
        public String toString() {
            return "Enqueue[name=" + name + ", kind=" + kind + ", limit=" + limit + "]";
        }
    }

    /** Waits for the place that the same session took with {@link Enqueue}. */
    record Await(ResourceName name, KeyKind kind, SessionId session, long waitNanos)
            implements OfClient<LocksOutcome.Await> {}

    /** Releases a slot. The token alone authorizes it. */
    record Release(ResourceName name, KeyKind kind, SessionId session, Token token)
            implements OfClient<LocksOutcome.Release> {}

    /** Restarts the lease with the given ttl, or with the configured default if it is zero. */
    record Renew(ResourceName name, KeyKind kind, SessionId session, Token token, long ttlNanos)
            implements OfClient<LocksOutcome.Renew> {}

    /**
     * Abandons an earlier call whose client disconnected. Its wait ends, and an undelivered grant
     * passes to the next waiter.
     *
     * @param call the origin of the abandoned command
     * @param granted the token of a grant that the edge could no longer deliver
     * @param request the request id of the abandoned command, if it had one: other calls may wait
     *     for the same answer
     */
    record Abandon(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            Origin call,
            @Nullable Token granted,
            @Nullable RequestId request)
            implements LocksCommand<LocksOutcome.Abandon> {}
}
