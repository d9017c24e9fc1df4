package io.holdfast.server.locks;

import static io.holdfast.server.locks.Field.ACQUIRE_TIMEOUT_S;
import static io.holdfast.server.locks.Field.LEASE_TTL_S;
import static io.holdfast.server.locks.Field.LIMIT;
import static io.holdfast.server.locks.Field.TIMEOUT_S;
import static io.holdfast.server.locks.Field.TOKEN;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.server.edge.RandomBits;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The five operations on a key, each with the body it accepts and the command it creates. */
enum Operation {
    ACQUIRE("", EnumSet.of(ACQUIRE_TIMEOUT_S, LEASE_TTL_S)),
    RELEASE("/release", EnumSet.of(TOKEN)),
    RENEW("/renew", EnumSet.of(TOKEN, LEASE_TTL_S)),
    ENQUEUE("/enqueue", EnumSet.of(LEASE_TTL_S)),
    WAIT("/wait", EnumSet.of(TIMEOUT_S));

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final String suffix;
    private final LocksBodyReader lockBody;
    private final LocksBodyReader semaphoreBody;

    Operation(String suffix, Set<Field> fields) {
        this.suffix = suffix;
        // Only a lock's enqueue may omit the body.
        boolean enqueue = suffix.equals("/enqueue");
        boolean limited = enqueue || suffix.isEmpty();
        this.lockBody = new LocksBodyReader(enqueue, fields);
        EnumSet<Field> more = EnumSet.copyOf(fields);
        if (limited) {
            more.add(LIMIT);
        }
        this.semaphoreBody = new LocksBodyReader(false, more);
    }

    /** Returns the path suffix after the key. */
    String suffix() {
        return suffix;
    }

    LocksCommand.OfClient<?> command(
            ResourceName name,
            KeyKind kind,
            SessionId session,
            byte[] bytes,
            @Nullable String owner)
            throws BadBody {
        LocksBody body = (kind == KeyKind.LOCK ? lockBody : semaphoreBody).read(bytes);
        long ttlNanos = body.leaseSeconds() * SECOND_NANOS;
        long waitNanos = body.waitSeconds() * SECOND_NANOS;
        return switch (this) {
            case ACQUIRE ->
                new LocksCommand.Acquire(
                        name,
                        kind,
                        session,
                        limit(kind, body),
                        waitNanos,
                        ttlNanos,
                        RandomBits.nextLong(),
                        owner);
            case ENQUEUE ->
                new LocksCommand.Enqueue(
                        name,
                        kind,
                        session,
                        limit(kind, body),
                        ttlNanos,
                        RandomBits.nextLong(),
                        owner);
            case WAIT -> new LocksCommand.Await(name, kind, session, waitNanos);
            case RELEASE -> new LocksCommand.Release(name, kind, session, Keys.token(body.token()));
            case RENEW ->
                new LocksCommand.Renew(name, kind, session, Keys.token(body.token()), ttlNanos);
        };
    }

    private static int limit(KeyKind kind, LocksBody body) throws BadBody {
        if (kind == KeyKind.LOCK) {
            return 1;
        }
        if (body.limit() < 1) {
            throw new BadBody("limit must be at least 1");
        }
        if (body.limit() > Limits.SEMAPHORE_LIMIT_MAX) {
            throw new BadBody("limit must be at most " + Limits.SEMAPHORE_LIMIT_MAX);
        }
        return (int) body.limit();
    }
}
