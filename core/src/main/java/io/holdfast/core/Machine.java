package io.holdfast.core;

import io.holdfast.core.claims.ClaimsBook;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.MemberCommand.Lost;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.entities.EntitiesBook;
import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.SessionEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.Deliveries;
import io.holdfast.core.ledger.Delivery;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.ledger.MemberProcesses;
import io.holdfast.core.ledger.RequestLedger;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.locks.LocksBook;
import io.holdfast.core.nodes.NodesBook;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.MemberOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.pools.PoolsBook;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.sessions.Session;
import io.holdfast.core.sessions.Sessions;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.state.Visits;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Verify;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state machine: a batch goes in; replies, events and the next deadline come out. The same
 * batches in the same order produce the same state, byte for byte, on every member. It uses no
 * clock, no randomness and no I/O.
 */
public final class Machine {

    private static final long LEDGER_SHARE = 4;

    final State state = new State();
    final MemberProcesses lives = new MemberProcesses(state);
    final Deliveries deliveries = new Deliveries(state, lives);
    final RequestLedger ledger = new RequestLedger(state, deliveries);
    final Tenants tenants = new Tenants();
    final Kernel kernel = new Kernel(state, tenants, deliveries, this::book);
    final Sessions sessions = new Sessions(state, kernel);
    final LocksBook locks = new LocksBook(state, kernel, sessions, ledger);
    final PoolsBook pools = new PoolsBook(state, kernel, ledger);
    final ClaimsBook claims = new ClaimsBook(state, kernel);
    final EntitiesBook entities = new EntitiesBook(state, kernel);
    final NodesBook nodes = new NodesBook(state, kernel);
    private final Reader reader = new Reader(this);
    private Settings settings = Settings.DEFAULT;

    /** The term of the batch that is being applied; not part of the state. */
    private long term;

    public Machine() {
        configure(Settings.DEFAULT);
    }

    /** Applies a batch of a log that has no terms. */
    public Effects apply(Batch batch) {
        return apply(batch, 0);
    }

    /**
     * Applies one log entry. The returned effects are valid until the next call.
     *
     * @param term the term of the leader that appended the entry; the same on every replica
     */
    public Effects apply(Batch batch, long term) {
        this.term = term;
        Effects effects = state.effects();
        effects.clear();
        state.moveTo(batch.timeNanos(), batch.wallMillis());
        expire();
        if (!lives.repeated(batch)) {
            for (Proposal proposal : batch.proposals()) {
                apply(proposal);
            }
            lives.applied(batch);
        }
        // A command may have set a deadline that has already passed. No expired row may remain
        // between batches.
        expire();
        return effects;
    }

    /**
     * Begins a snapshot of the current state. Its pieces are written between batches, on the same
     * thread. Only one snapshot can run at a time.
     */
    public SnapshotWriter snapshot() {
        return new SnapshotWriter(this);
    }

    /** Returns the time at which the next tick is needed, or {@link Timed#NEVER}. */
    public long nextDeadlineNanos() {
        return Math.min(state.deadlines().nextNanos(), ledger.nextNanos());
    }

    public long nowNanos() {
        return state.nowNanos();
    }

    public long wallMillis() {
        return state.wallMillis();
    }

    /** Returns an incarnation for a new process of a member, greater than all its earlier ones. */
    public long nextIncarnation(String node, long atLeast) {
        MemberProcess life = lives.newest(node);
        return Math.max(atLeast, life == null ? 1 : life.incarnation() + 1);
    }

    /** Returns the live member processes, whose calls and connections are served. */
    public List<MemberProcess> lives() {
        return lives.all();
    }

    /** Increases with every change of {@link #lives}. */
    public int livesChanges() {
        return lives.changes();
    }

    /** Returns the heap that each member allows for the state, including members that are down. */
    public Map<String, Long> stateBytesMaxOfMembers() {
        return lives.stateBytesMax();
    }

    /** Returns an estimate of the heap that the state occupies. */
    public long stateBytes() {
        return state.bytes();
    }

    /**
     * Returns the memory budget of the state: the smallest of all members' budgets; zero if there
     * is none.
     */
    public long stateBytesMax() {
        return state.bytesMax();
    }

    /** The fence of the newest grant. */
    public long fence() {
        return kernel.fence();
    }

    /** Returns whether this process is alive: its commands are applied and its waits continue. */
    public boolean alive(String node, long incarnation) {
        return lives.find(node, incarnation) != null;
    }

    public Settings settings() {
        return settings;
    }

    /** Returns the format level, which selects the format of log entries and snapshots. */
    public int format() {
        return state.format();
    }

    /**
     * Returns a hash of the whole state. It is maintained incrementally, so comparing replicas is
     * cheap.
     */
    public long hash() {
        long hash = state.hash() * 31 + state.nowNanos();
        hash = hash * 31 + state.wallMillis();
        hash = hash * 31 + state.numbers();
        hash = hash * 31 + kernel.fence();
        hash = (hash * 31 + lives.digest()) * 31 + settings.digest();
        // States of the first two formats keep the hash that their snapshots contain.
        return format() == Format.OLDEST ? hash : hash * 31 + format();
    }

    /**
     * Executes a query. The caller must have applied all entries up to the index of the read point
     * and all ticks up to its time.
     */
    public <A extends @Nullable Object> A read(Query<A> query, ReadPoint at) {
        return read(query, at, new Visits());
    }

    /** Executes a query and counts the rows that it visits. */
    public <A extends @Nullable Object> A read(Query<A> query, ReadPoint at, Visits visits) {
        Verify.that(
                nextDeadlineNanos() > at.timeNanos(), "every deadline before a read is applied");
        return reader.read(query, at, visits);
    }

    private void apply(Proposal proposal) {
        Command<?> command = proposal.command();
        if (command instanceof MemberCommand.Started started) {
            reply(proposal, started(started));
            return;
        }
        MemberProcess life = lives.of(proposal.origin());
        if (life == null) {
            // The process that proposed this has ended, so it can neither hold a grant nor get a
            // reply.
            reply(proposal, Refusal.ABANDONED.outcome());
            return;
        }
        if (command.format() > format() && !(command instanceof MemberCommand.RaiseFormat)) {
            reply(proposal, Refusal.UPGRADING.outcome());
            return;
        }
        RequestId request = proposal.request();
        RequestRecord known = request == null ? null : ledger.find(request);
        if (request != null && known != null) {
            ledger.repeat(known, request, new CallSite(life, proposal.origin().sequence(), known));
            return;
        }
        RequestRecord remembered = request == null ? null : ledger.open(request);
        CallSite call = new CallSite(life, proposal.origin().sequence(), remembered);
        Outcome outcome = switch (command) {
            case SessionCommand<?> c -> apply(c, proposal.actor(), life);
            case LocksCommand<?> c -> locks.apply(c, call);
            case PoolsCommand<?> c -> pools.apply(c, call);
            case ClaimsCommand<?> c -> claims.apply(c);
            case EntitiesCommand<?> c -> entities.apply(c);
            case NodesCommand<?> c -> nodes.apply(c);
            case ResourceCommand<?> c -> apply(c, proposal.actor());
            case MemberCommand c -> apply(c);
        };
        if (outcome != null) {
            ledger.answer(call, outcome);
        }
    }

    private void reply(Proposal proposal, Outcome outcome) {
        state.effects().replies().add(new Reply(proposal.origin(), outcome));
    }

    private SessionOutcome apply(SessionCommand<?> command, Actor actor, MemberProcess life) {
        return switch (command) {
            case SessionCommand.Open open -> sessions.open(open, actor, life);
            case SessionCommand.Close c -> {
                Session session = sessions.find(actor.tenant(), c.session());
                if (session == null) {
                    yield LockRefusal.SESSION_GONE.outcome();
                }
                sessions.close(session, c.keepsGrants());
                yield Outcome.DONE;
            }
            case SessionCommand.Touch c -> {
                Session session = sessions.find(actor.tenant(), c.session());
                if (session == null) {
                    yield LockRefusal.SESSION_GONE.outcome();
                }
                sessions.seen(session);
                yield Outcome.DONE;
            }
        };
    }

    private ResourceOutcome apply(ResourceCommand<?> command, Actor actor) {
        return switch (command) {
            case ResourceCommand.Break c -> {
                Grant grant = kernel.findGrant(c.fence());
                if (grant == null || !grant.resource().isNamed(c.name())) {
                    yield Outcome.NOT_HELD;
                }
                kernel.end(grant, GrantEnd.BROKEN, by(actor), c.reason());
                yield Outcome.DONE;
            }
            case ResourceCommand.CancelWait c -> {
                Waiter waiter = kernel.findWaiter(c.name(), c.waiter());
                if (waiter == null) {
                    yield Outcome.NOT_HELD;
                }
                kernel.leave(waiter, WaitEnd.REMOVED, by(actor), c.reason());
                yield Outcome.DONE;
            }
        };
    }

    private static @Nullable String by(Actor actor) {
        return actor.principal().isEmpty() ? null : actor.principal();
    }

    private MemberOutcome apply(MemberCommand command) {
        switch (command) {
            case MemberCommand.Started c -> {
                return started(c);
            }
            case MemberCommand.Lost c -> {
                return lost(c);
            }
            case MemberCommand.StateMemory c -> {
                lives.allow(c.member(), c.bytesMax());
                limitMemory();
            }
            case MemberCommand.Drain c -> drain(c);
            case MemberCommand.Configure c -> {
                configure(c.settings());
                state.event(new Event.SettingsChanged());
            }
            case MemberCommand.RaiseFormat c -> state.raiseFormat(c.format());
        }
        return Outcome.DONE;
    }

    private MemberOutcome started(MemberCommand.Started c) {
        MemberProcess before = lives.newest(c.member());
        if (lives.find(c.member(), c.incarnation()) != null) {
            return Outcome.DONE;
        }
        if (before != null && c.incarnation() <= before.incarnation()) {
            // A late start command of an ended process must not end the current one.
            return Refusal.ABANDONED.outcome();
        }
        if (before != null && !before.over()) {
            // No grant is passed on, because the new process cannot know which grants the old one
            // delivered.
            endLife(before, Lost.NOTHING);
        }
        if (c.downtimeNanos() > 0) {
            state.moveTo(state.after(c.downtimeNanos()), state.wallMillis());
        }
        sessions.seenAll();
        lives.begin(c.member(), c.incarnation());
        kernel.raiseFence(c.fenceFloor());
        expire();
        return Outcome.DONE;
    }

    /**
     * Limits remembered outcomes to a quarter of the budget, and the history to its share. The
     * oldest are dropped first.
     */
    void limitMemory() {
        long budget = state.bytesMax();
        ledger.limitBytes(budget == 0 ? Long.MAX_VALUE : budget / LEDGER_SHARE);
        kernel.history().limitBytes(budget);
    }

    private MemberOutcome lost(Lost c) {
        if (c.undeliveredSinceNanos() != Lost.NOTHING && c.term() != term) {
            // A later leader may have let the process deliver grants, so it must decide for itself.
            return Refusal.NO_LEADER.outcome();
        }
        MemberProcess life = lives.find(c.member(), c.incarnation());
        if (life != null) {
            endLife(life, c.undeliveredSinceNanos());
        }
        return Outcome.DONE;
    }

    /**
     * Ends the waits and sessions of the process, then passes on the grants that it cannot have
     * delivered.
     */
    private void endLife(MemberProcess life, long undeliveredSinceNanos) {
        List<Delivery> undelivered = deliveries.takeAll(life, undeliveredSinceNanos);
        // The process's own waits and connections end first, so that none of them is granted next.
        endWaits(life, WaitEnd.ABANDONED, Refusal.ABANDONED);
        sessions.endLife(life);
        lives.end(life);
        for (Delivery delivery : undelivered) {
            Grant grant = kernel.findGrant(delivery.fence());
            if (grant != null) {
                ledger.forgetAnswer(delivery);
                kernel.end(grant, GrantEnd.UNDELIVERED);
            }
        }
    }

    /**
     * Ends the waits of one process's calls. Calls from other processes that joined them continue.
     */
    private void endWaits(MemberProcess life, WaitEnd reason, Refusal refusal) {
        ledger.endJoined(life, refusal.outcome());
        for (Waiter waiter : servedBy(life)) {
            book(waiter.resource()).endWaits(waiter, reason, refusal);
        }
    }

    private void drain(MemberCommand.Drain c) {
        MemberProcess life = lives.find(c.member(), c.incarnation());
        if (life == null) {
            return;
        }
        if (c.closeSessions()) {
            sessions.endAll(SessionEnd.DRAINED);
        }
        // The remaining waits are those without a session, or all of them if sessions stay open.
        endWaits(life, WaitEnd.DRAINED, Refusal.DRAINING);
    }

    private List<Waiter> servedBy(MemberProcess life) {
        List<Waiter> served = new ArrayList<>();
        kernel.resources().forEach(resource -> {
            Waiter waiter = resource.head();
            while (waiter != null) {
                if (waiter.call().life().number() == life.number()) {
                    served.add(waiter);
                }
                waiter = waiter.next();
            }
        });
        return served;
    }

    void configure(Settings settings) {
        this.settings = settings;
        tenants.configure(settings.tenants());
        sessions.configure(settings);
        locks.configure(settings);
        pools.configure(settings);
        claims.configure(settings);
        entities.configure(settings);
        nodes.configure(settings);
        ledger.configure(settings.ledgerNanos(), settings.ledgerMax());
        kernel.history().configure(settings.historyMax());
    }

    private void expire() {
        ledger.expire();
        Timed row = state.deadlines().first();
        while (row != null && row.dueNanos() <= state.nowNanos()) {
            switch (row.due()) {
                case WAITER -> kernel.leave((Waiter) row, WaitEnd.TIMED_OUT);
                case GRANT -> kernel.end((Grant) row, GrantEnd.EXPIRED);
                case SESSION -> sessions.due((Session) row);
                case RESOURCE -> kernel.forget((Resource) row);
                case PLACE -> locks.due(row);
                case OUTCOME -> ledger.forget((RequestRecord) row);
                case CLAIMS -> claims.due(row);
                case ENTITY -> throw new IllegalStateException("an entity has no deadline");
                case NODES -> nodes.due(row);
                case DELIVERY -> throw new IllegalStateException("a delivery has no deadline");
                case HISTORY -> throw new IllegalStateException("a history has no deadline");
            }
            row = state.deadlines().first();
        }
    }

    /** Counts a restored resource. Returns false if no book accepts it. */
    boolean restored(Resource resource) {
        return switch (resource.space()) {
            case LOCKS -> locks.restored(resource);
            case POOLS -> pools.restored(resource);
            case CLAIMS -> claims.restored(resource);
            case ENTITIES -> entities.restored(resource);
            case NODES -> nodes.restored(resource);
        };
    }

    private Book book(Resource resource) {
        return switch (resource.space()) {
            case LOCKS -> locks;
            case POOLS -> pools;
            case CLAIMS -> claims;
            case ENTITIES -> entities;
            case NODES -> nodes;
        };
    }
}
