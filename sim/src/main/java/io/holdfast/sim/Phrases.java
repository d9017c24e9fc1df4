package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns steps into proposals, and tracks each call until it is answered. */
final class Phrases {

    private static final long LEASES = 0x4000;
    private static final LeaseId NO_LEASE = new LeaseId(LEASES, 0);

    private final Map<Integer, Call> calls = new HashMap<>();
    private final Map<Origin, Call> waiting = new HashMap<>();
    private final long[] incarnations;
    private final List<Call> fresh = new ArrayList<>();

    /** A proposal and its result. */
    private static final class Call {
        final Proposal proposal;
        /**
         * Negative until its batch has been applied, because a start command in the batch may
         * advance the time.
         */
        long askedNanos = -1;

        @Nullable
        Token granted;

        @Nullable
        LeaseId lent;

        Call(Proposal proposal) {
            this.proposal = proposal;
        }
    }

    Phrases(int members) {
        incarnations = new long[members];
    }

    @Nullable
    Token token(int id) {
        Call call = calls.get(id);
        return call == null ? null : call.granted;
    }

    @Nullable
    LeaseId lease(int id) {
        Call call = calls.get(id);
        return call == null ? null : call.lent;
    }

    Origin origin(int member) {
        return new Origin("n" + member, incarnations[member], 0);
    }

    /** Returns the proposal, or null if the step refers to a call that does not exist. */
    @Nullable
    Proposal proposal(Action action, int format) {
        Ask ask = action.ask();
        if (ask instanceof Ask.Start start
                && !(start.again() && incarnations[start.member()] > 0)) {
            incarnations[start.member()]++;
        }
        Ask.Way way = way(ask);
        Command<?> command = command(ask, action.id());
        if (command == null || !sayable(command, format)) {
            return null;
        }
        int address = ask instanceof Ask.Open open ? open.address() : 0;
        // The run's own calls have negative ids, but sequences must be positive.
        long sequence = action.id() >= 0 ? action.id() : 1_000_000_000L - action.id();
        Proposal proposal = new Proposal(
                new Origin("n" + way.member(), incarnations[way.member()], sequence),
                new Actor("", "someone", "10.0.0." + address),
                way.request() == Ask.Way.NO_REQUEST
                        ? null
                        : new RequestId(7, way.request(), way.body()),
                command);
        Call call = new Call(proposal);
        fresh.add(call);
        calls.put(action.id(), call);
        waiting.put(proposal.origin(), call);
        return proposal;
    }

    /** A member rejects commands that the format level does not support, so none is in a batch. */
    private static boolean sayable(Command<?> command, int format) {
        return command.format() <= format || command instanceof MemberCommand.RaiseFormat;
    }

    void answered(Reply reply, long nowNanos) {
        Call call = waiting.remove(reply.origin());
        if (call == null) {
            throw new FoundException("an unexpected or second answer: " + reply);
        }
        if (reply.outcome() instanceof Outcome.Granted granted) {
            call.granted = granted.token();
            checkDeadline(call, nowNanos);
        } else if (reply.outcome() instanceof Outcome.Lent lent) {
            call.lent = lent.lease();
            checkDeadline(call, nowNanos);
        }
    }

    void batchIsOver(long nowNanos) {
        fresh.forEach(call -> call.askedNanos = nowNanos);
        fresh.clear();
    }

    private static void checkDeadline(Call call, long nowNanos) {
        long waitNanos = switch (call.proposal.command()) {
            case LocksCommand.Acquire c -> c.waitNanos();
            case LocksCommand.Await c -> c.waitNanos();
            case PoolsCommand.Borrow c -> c.waitNanos();
            default -> 0;
        };
        long waitedNanos = nowNanos - call.askedNanos;
        boolean waited = call.askedNanos >= 0 && call.proposal.request() == null;
        if (waited && waitedNanos >= waitNanos) {
            throw new FoundException("granted after its own deadline: " + call.proposal.origin());
        }
    }

    void everyCallIsAnswered() {
        if (!waiting.isEmpty()) {
            throw new FoundException("never answered: " + waiting.keySet());
        }
    }

    private Ask.Way way(Ask ask) {
        return switch (ask) {
            case Ask.Open a -> a.way();
            case Ask.Close a -> a.way();
            case Ask.Touch a -> a.way();
            case Ask.Acquire a -> a.way();
            case Ask.Enqueue a -> a.way();
            case Ask.Await a -> a.way();
            case Ask.Release a -> a.way();
            case Ask.Renew a -> a.way();
            case Ask.Pools a -> a.way();
            case Ask.Claims a -> a.way();
            case Ask.Entities a -> a.way();
            case Ask.Nodes a -> a.way();
            case Ask.Break a -> a.way();
            case Ask.Start a -> new Ask.Way(a.member(), Ask.Way.NO_REQUEST, 1);
            case Ask.Lose a -> new Ask.Way(a.via(), Ask.Way.NO_REQUEST, 1);
            case Ask.Drain a -> new Ask.Way(a.member(), Ask.Way.NO_REQUEST, 1);
            case Ask.Configure a -> new Ask.Way(a.via(), Ask.Way.NO_REQUEST, 1);
            case Ask.RaiseFormat a -> new Ask.Way(a.via(), Ask.Way.NO_REQUEST, 1);
            case Ask.StateMemory a -> new Ask.Way(a.via(), Ask.Way.NO_REQUEST, 1);
            case Ask.HangUp a -> new Ask.Way(nodeOf(a.call()), Ask.Way.NO_REQUEST, 1);
            case Ask.Tick _, Ask.Restore _, Ask.Snapshot _ -> new Ask.Way(0, Ask.Way.NO_REQUEST, 1);
        };
    }

    /** Returns the member that has the client, because that member detects the hang-up. */
    private int nodeOf(int id) {
        Call call = calls.get(id);
        return call == null
                ? 0
                : Integer.parseInt(call.proposal.origin().member().substring(1));
    }

    private @Nullable Command<?> command(Ask ask, int id) {
        return switch (ask) {
            case Ask.Open a ->
                new SessionCommand.Open(session(a.session()), "s" + a.session(), a.connected());
            case Ask.Close a -> new SessionCommand.Close(session(a.session()));
            case Ask.Touch a -> new SessionCommand.Touch(session(a.session()));
            case Ask.Acquire a ->
                new LocksCommand.Acquire(
                        name(a.key()),
                        a.key().kind(),
                        session(a.session()),
                        a.key().limit(),
                        a.waitNanos(),
                        a.ttlNanos(),
                        id,
                        null);
            case Ask.Enqueue a ->
                new LocksCommand.Enqueue(
                        name(a.key()),
                        a.key().kind(),
                        session(a.session()),
                        a.key().limit(),
                        a.ttlNanos(),
                        id,
                        null);
            case Ask.Await a ->
                new LocksCommand.Await(
                        name(a.key()), a.key().kind(), session(a.session()), a.waitNanos());
            case Ask.Release a ->
                new LocksCommand.Release(
                        name(a.key()), a.key().kind(), session(a.session()), known(a.tokenOf()));
            case Ask.Renew a ->
                new LocksCommand.Renew(
                        name(a.key()),
                        a.key().kind(),
                        session(a.session()),
                        known(a.tokenOf()),
                        a.ttlNanos());
            case Ask.HangUp a -> hangUp(a);
            case Ask.Pools a -> pools(a, id);
            case Ask.Claims a -> claims(a, id);
            case Ask.Entities a -> a.command();
            case Ask.Nodes a -> a.command();
            case Ask.Break a -> new ResourceCommand.Break(a.name(), a.fence(), "");
            case Ask.Start a ->
                new MemberCommand.Started(
                        "n" + a.member(), incarnations[a.member()], a.downNanos(), a.floor());
            case Ask.Lose a ->
                new MemberCommand.Lost(
                        "n" + a.member(), incarnations[a.member()], 0, a.sinceNanos());
            case Ask.Drain a ->
                new MemberCommand.Drain("n" + a.member(), incarnations[a.member()], a.closing());
            case Ask.Configure a -> new MemberCommand.Configure(a.settings());
            case Ask.RaiseFormat _ -> new MemberCommand.RaiseFormat(Format.NEWEST);
            case Ask.StateMemory a -> new MemberCommand.StateMemory("n" + a.via(), a.bytesMax());
            case Ask.Tick _, Ask.Restore _, Ask.Snapshot _ -> null;
        };
    }

    private @Nullable Command<?> hangUp(Ask.HangUp ask) {
        Call call = calls.get(ask.call());
        if (call != null && call.proposal.command() instanceof PoolsCommand.Borrow borrow) {
            return new PoolsCommand.Abandon(
                    borrow.name(),
                    call.proposal.origin(),
                    ask.undelivered() ? call.lent : null,
                    call.proposal.request());
        }
        if (call == null || !(call.proposal.command() instanceof LocksCommand<?> command)) {
            return null;
        }
        return new LocksCommand.Abandon(
                command.name(),
                command.kind(),
                command.session(),
                call.proposal.origin(),
                ask.undelivered() ? call.granted : null,
                call.proposal.request());
    }

    private static Command<?> claims(Ask.Claims ask, int id) {
        return switch (ask) {
            case Ask.Claims.Create a ->
                new ClaimsCommand.Create(
                        "",
                        "r" + a.resource(),
                        a.ttlNanos(),
                        "u" + a.creator(),
                        data(a.dataBytes(), id));
            case Ask.Claims.Take a ->
                new ClaimsCommand.Take(
                        "",
                        "r" + a.resource(),
                        a.ttlNanos(),
                        "u" + a.creator(),
                        a.dataBytes() == 0 ? null : "owner",
                        data(a.dataBytes(), id));
            case Ask.Claims.Prolong a ->
                new ClaimsCommand.Prolong("", a.id(), creator(a.onlyOf()), a.ttlNanos());
            case Ask.Claims.Move a ->
                new ClaimsCommand.Move("", a.id(), creator(a.onlyOf()), a.to());
        };
    }

    private static @Nullable String creator(int number) {
        return number < 0 ? null : "u" + number;
    }

    private static @Nullable Blob data(int length, int id) {
        if (length == 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        bytes[0] = (byte) id;
        return new Blob(bytes);
    }

    private Command<?> pools(Ask.Pools ask, int id) {
        ResourceName name = new ResourceName("", Space.POOLS, "p" + ask.pool());
        return switch (ask) {
            case Ask.Pools.Put a -> new PoolsCommand.Put(name, a.count(), a.mayCreate());
            case Ask.Pools.Delete _ -> new PoolsCommand.Delete(name);
            case Ask.Pools.Borrow a ->
                new PoolsCommand.Borrow(name, a.waitNanos(), a.ttlNanos(), new LeaseId(LEASES, id));
            case Ask.Pools.Return a -> {
                LeaseId lease = lease(a.leaseOf());
                yield new PoolsCommand.Return(name, lease == null ? NO_LEASE : lease);
            }
        };
    }

    private Token known(int id) {
        Token token = token(Math.abs(id));
        if (token == null) {
            return Token.NONE;
        }
        return id > 0 ? token : new Token(token.fence(), ~token.salt());
    }

    private static ResourceName name(Ask.Key key) {
        return new ResourceName("", Space.LOCKS, "k" + key.number());
    }

    static SessionId session(int number) {
        return new SessionId(1, number);
    }
}
