package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Holdings.Hold;
import io.holdfast.sim.cluster.member.SimMember;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of the locks API. Over HTTP it goes to any member with its session; over the line
 * protocol its session is its connection to one member.
 */
final class LockClient extends SimClient {

    private static final int SEMAPHORE_LIMIT = 2;

    private final boolean line;
    private final List<Hold> holds = new ArrayList<>();
    private @Nullable SessionId session;
    private @Nullable SimMember connection;

    LockClient(String name, Edge edge, Chance chance, Habits habits, boolean line) {
        super(name, edge, chance, habits);
        this.line = line;
    }

    /** A key that is a lock or a semaphore. */
    private record Key(ResourceName name, KeyKind kind, int limit) {
        String resource() {
            return kind + ":" + name.key();
        }
    }

    @Override
    void step() {
        SessionId known = session;
        if (known == null) {
            openSession();
            return;
        }
        int number = chance().below(habits().keys());
        boolean semaphore = chance().perMille(200);
        Key key = new Key(
                new ResourceName(
                        Actor.DEFAULT_TENANT, Space.LOCKS, (semaphore ? "s" : "k") + number),
                semaphore ? KeyKind.SEMAPHORE : KeyKind.LOCK,
                semaphore ? SEMAPHORE_LIMIT : 1);
        long ttl = chance().between(habits().ttlNanosMin(), habits().ttlNanosMax());
        long wait = chance().perMille(150) ? 0 : chance().between(1, habits().waitNanosMax());
        if (chance().perMille(250)) {
            enqueue(known, key, ttl, wait);
        } else {
            acquire(known, key, ttl, wait);
        }
    }

    private void openSession() {
        SessionId fresh = new SessionId(chance().next(), chance().next());
        connection = line ? edge().members().get(chance().below(edge().members().size())) : null;
        SessionCommand.Open command = new SessionCommand.Open(fresh, null, line);
        ask(Request.of(command, line ? null : id()), connection, told -> {
            session = fresh;
            if (told.outcome() instanceof Outcome.Opened) {
                next();
            } else {
                // It may be open nevertheless.
                close(this::next);
            }
        });
    }

    private @Nullable RequestId idOrNone() {
        return line ? null : newId();
    }

    private void acquire(SessionId mine, Key key, long ttl, long wait) {
        LocksCommand.Acquire command = new LocksCommand.Acquire(
                key.name(), key.kind(), mine, key.limit(), wait, ttl, chance().next(), null);
        ask(Request.ofLock(command, command, idOrNone(), wait), connection, told -> {
            if (told.outcome() instanceof Outcome.Granted grant) {
                granted(told, mine, key, grant);
            } else {
                goOn(told.outcome());
            }
        });
    }

    private void enqueue(SessionId mine, Key key, long ttl, long wait) {
        LocksCommand.Enqueue command = new LocksCommand.Enqueue(
                key.name(), key.kind(), mine, key.limit(), ttl, chance().next(), null);
        ask(Request.ofLock(command, command, idOrNone(), 0), connection, told -> {
            if (told.outcome() instanceof Outcome.Granted grant) {
                granted(told, mine, key, grant);
            } else if (told.outcome() instanceof Outcome.Queued) {
                collect(mine, key, wait);
            } else {
                goOn(told.outcome());
            }
        });
    }

    private void collect(SessionId mine, Key key, long wait) {
        LocksCommand.Await command = new LocksCommand.Await(key.name(), key.kind(), mine, wait);
        ask(Request.ofLock(command, command, idOrNone(), wait), connection, told -> {
            if (told.outcome() instanceof Outcome.Granted grant) {
                // Its lease may have begun before it asked for it.
                renew(mine, key, grant.token(), 0, () -> release(mine, key, grant.token(), null));
            } else {
                goOn(told.outcome());
            }
        });
    }

    private void granted(Told<?> told, SessionId mine, Key key, Outcome.Granted grant) {
        Token token = grant.token();
        long now = edge().events().nowNanos();
        Hold hold = hold(
                told, key.resource(), key.limit(), token.fence(), grant.ttlNanos(), excuse(mine));
        holds.add(hold);
        hold.until(Math.min(hold.untilNanos(), seenUntilNanos(told)));
        if (hold.untilNanos() <= now || chance().perMille(150)) {
            renew(mine, key, token, grant.ttlNanos(), () -> release(mine, key, token, hold));
        } else if (chance().perMille(habits().forgetPerMille())) {
            next();
        } else {
            edge().events()
                    .after(
                            chance().between(0, habits().holdNanosMax()),
                            () -> release(mine, key, token, hold));
        }
    }

    /** A session that is not heard from ends. */
    private long seenUntilNanos(Told<?> told) {
        long idle = habits().sessionIdleNanos();
        return line ? Long.MAX_VALUE : told.firstSentNanos() + idle - idle / 50;
    }

    private void renew(SessionId mine, Key key, Token token, long ttl, Runnable otherwise) {
        LocksCommand.Renew command =
                new LocksCommand.Renew(key.name(), key.kind(), mine, token, ttl);
        ask(Request.of(command, idOrNone()), connection, told -> {
            if (told.outcome() instanceof Outcome.Renewed renewed) {
                Hold hold = edge().holdings()
                        .granted(
                                name(),
                                key.resource(),
                                key.limit(),
                                token.fence(),
                                0,
                                Math.min(
                                        untilNanos(told.firstSentNanos(), renewed.ttlNanos()),
                                        seenUntilNanos(told)),
                                excuse(mine));
                holds.add(hold);
                edge().events()
                        .after(
                                chance().between(0, habits().holdNanosMax()),
                                () -> release(mine, key, token, hold));
            } else if (told.outcome().equals(Outcome.UNKNOWN) && !line) {
                otherwise.run();
            } else {
                goOn(told.outcome());
            }
        });
    }

    private void release(SessionId mine, Key key, Token token, @Nullable Hold hold) {
        if (hold != null) {
            hold.until(edge().events().nowNanos());
        }
        LocksCommand.Release command =
                new LocksCommand.Release(key.name(), key.kind(), mine, token);
        Consumer<Told<LocksOutcome.Release>> then = told -> goOn(told.outcome());
        ask(Request.of(command, line ? null : id()), connection, then);
    }

    private void goOn(Outcome outcome) {
        boolean gone = outcome instanceof Outcome.LockRefused refused
                && refused.reason() == LockRefusal.SESSION_GONE;
        if (gone) {
            edge().marks().hit("session gone");
            holds.clear();
            session = null;
        } else if (line && outcome.equals(Outcome.UNKNOWN)) {
            edge().marks().hit("connection of the line protocol lost");
            close(this::next);
            return;
        }
        next();
    }

    /** Closes the session; the edge closes that of a connection that has ended. */
    private void close(Runnable then) {
        SessionId mine = session;
        session = null;
        holds.forEach(hold -> hold.until(edge().events().nowNanos()));
        holds.clear();
        if (mine == null) {
            then.run();
        } else {
            // The edge of a connection closes its session, at the member that opened it.
            ask(Request.of(new SessionCommand.Close(mine), id()), connection, told -> then.run());
        }
    }

    @Override
    void leave() {
        close(this::finish);
    }

    /** The session of a connection ends with the member that serves it. */
    private BooleanSupplier excuse(SessionId mine) {
        return () -> line
                && edge().truth()
                                .machine()
                                .read(
                                        new Query.FindSession(Actor.DEFAULT_TENANT, mine),
                                        new ReadPoint(0, 0))
                        == null;
    }
}
