package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/**
 * The locks contract: locks and semaphores over one kernel. A lock is {@link KeyKind#LOCK} with a
 * limit of one; the two kinds share one space of keys and refuse each other's calls.
 */
public sealed interface LocksCommand extends Command {

    /** The key that the command is about. */
    ResourceName name();

    /** The kind of key that the caller takes it for. */
    KeyKind kind();

    /** The session that acts. */
    SessionId session();

    /**
     * Takes a slot, or waits in line for one.
     *
     * @param waitNanos how long the caller waits at most; zero asks for an answer at once
     * @param ttlNanos the lease, or zero for the configured default
     * @param salt random bits for the token, minted at the edge because the machine has none
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
            implements LocksCommand {

        /** Without the salt, which is half of a token. */
        @Override
        public String toString() {
            return "Acquire[name=" + name + ", kind=" + kind + ", limit=" + limit + "]";
        }
    }

    /** Takes a slot or a place in line, and returns at once; {@link Await} collects it. */
    record Enqueue(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            int limit,
            long ttlNanos,
            long salt,
            @Nullable String owner)
            implements LocksCommand {

        /** Without the salt, which is half of a token. */
        @Override
        public String toString() {
            return "Enqueue[name=" + name + ", kind=" + kind + ", limit=" + limit + "]";
        }
    }

    /** Waits for the place that the same session took with {@link Enqueue}. */
    record Await(ResourceName name, KeyKind kind, SessionId session, long waitNanos)
            implements LocksCommand {}

    /** Gives a slot back; the token alone authorises it. */
    record Release(ResourceName name, KeyKind kind, SessionId session, Token token)
            implements LocksCommand {}

    /** Starts the lease anew with the given ttl, or with the configured default if it is zero. */
    record Renew(ResourceName name, KeyKind kind, SessionId session, Token token, long ttlNanos)
            implements LocksCommand {}

    /**
     * The client of an earlier call hung up. Its wait ends; what it was granted and did not see
     * goes to the next in line.
     *
     * @param call where the abandoned command came from
     * @param granted the token of a grant that the edge could not deliver any more
     * @param request the request id of the abandoned command, where it had one: others may wait for
     *     the same answer
     */
    record Abandon(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            Origin call,
            @Nullable Token granted,
            @Nullable RequestId request)
            implements LocksCommand {}
}
