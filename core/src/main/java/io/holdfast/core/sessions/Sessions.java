package io.holdfast.core.sessions;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.SessionCommand.Open;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.SessionEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.ledger.MemberProcesses;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All sessions. When a session ends, its waits end in the same step. Its grants end too, unless the
 * settings let them run until their leases expire.
 */
public final class Sessions {

    private final State state;
    private final Kernel kernel;
    final KeyedIndex<Session> index = new KeyedIndex<>();
    private final RowList<Session> rows;

    /**
     * The number of unconnected sessions of each address. It also holds the one copy of the
     * address.
     */
    final Map<String, AddressCount> addresses = new LinkedHashMap<>();

    private Settings settings = Settings.DEFAULT;
    private int unconnected;

    static final class AddressCount {
        final String address;
        int sessions;

        AddressCount(String address) {
            this.address = address;
        }

        /** Includes its entry in the map. */
        int bytes() {
            return 24 + 56 + HeapSize.text(address);
        }
    }

    public Sessions(State state, Kernel kernel) {
        this.state = state;
        this.kernel = kernel;
        this.rows = new RowList<>(state);
    }

    /** Applies the settings. They may change the idle time, so it restarts for every session. */
    public void configure(Settings settings) {
        this.settings = settings;
        seenAll();
    }

    public RowList<Session> rows() {
        return rows;
    }

    /** Returns the number of all sessions, including connections. */
    public int size() {
        return rows.size();
    }

    /** Returns the number of sessions that are not connections. */
    public int unconnected() {
        return unconnected;
    }

    /** Returns the tenant's session with that id. Another tenant's session is not found. */
    public @Nullable Session find(String tenant, SessionId id) {
        Session session = index.find(id.high(), id.low());
        return session != null && session.tenant.name().equals(tenant) ? session : null;
    }

    public SessionOutcome.Open open(Open open, Actor actor, MemberProcess life) {
        Session known = index.find(open.session().high(), open.session().low());
        if (known != null) {
            return known.tenant.name().equals(actor.tenant())
                    ? opened(open.session(), known)
                    : LockRefusal.SESSION_GONE.outcome();
        }
        String address = actor.address();
        if (!open.connected()) {
            AddressCount count = addresses.get(address);
            if (unconnected >= settings.sessionsMax()) {
                return LockRefusal.SESSIONS_MAX.outcome();
            }
            if (count != null && count.sessions >= settings.sessionsPerAddressMax()) {
                return LockRefusal.SESSIONS_PER_ADDRESS_MAX.outcome();
            }
        }
        TenantUse tenant = kernel.tenants().of(actor.tenant());
        Refusal refusal = tenant.refuseSessions(1);
        if (refusal == null) {
            refusal = state.refuseBytes(Session.bytes(open.owner(), address));
        }
        if (refusal != null) {
            return refusal.outcome();
        }
        MemberProcess served = open.connected() ? life : MemberProcess.NONE;
        String where = open.connected() ? address : shared(address);
        Session session = new Session(
                state.nextNumber(), open.session(), tenant, open.owner(), where, served);
        add(session);
        seen(session);
        state.event(
                new Event.SessionOpened(session.tenant.name(), session.number(), session.owner));
        return opened(open.session(), session);
    }

    private Outcome.Opened opened(SessionId id, Session session) {
        return new Outcome.Opened(id, session.number(), settings.sessionIdleNanos());
    }

    /** Records a sign of life from the client and restarts the idle time. */
    public void seen(Session session) {
        state.touch(session);
        session.seenNanos = state.nowNanos();
        boolean idles = !session.connected() && settings.sessionIdleNanos() > 0;
        session.overNanos = idles ? state.after(quietNanos()) : Timed.NEVER;
        // An earlier deadline can stay: when it fires, the session is checked again.
        if (session.dueNanos() > session.overNanos) {
            state.deadlines().set(session, session.overNanos);
        }
        state.changed(session);
    }

    /**
     * Returns how long a session may be silent: twice the idle time plus a tenth, because a
     * client's signs of life are only passed on once per tenth of the idle time.
     */
    private long quietNanos() {
        long idleNanos = settings.sessionIdleNanos();
        return idleNanos > Timed.NEVER / 3 ? Timed.NEVER : 2 * idleNanos + idleNanos / 10;
    }

    /**
     * Handles the session's deadline: ends the session, or sets a new deadline if it was seen
     * since.
     */
    public void due(Session session) {
        boolean heardSince = session.overNanos > session.dueNanos();
        if (!heardSince && !session.inCall()) {
            end(session, SessionEnd.IDLE);
            return;
        }
        state.touch(session);
        // A session with a waiting call cannot expire before that call ends, and the end counts as
        // a sign of life. If it was seen since, it is checked again at its new deadline, even if
        // that has already passed.
        state.deadlines().set(session, heardSince ? session.overNanos : state.after(quietNanos()));
        state.changed(session);
    }

    /** Ends a session and its waits. Its grants end too, unless they may outlive it. */
    public void end(Session session, SessionEnd reason) {
        end(session, reason, reason == SessionEnd.NODE_GONE);
    }

    /** Ends a session on request. Its grants may be kept until their leases expire. */
    public void close(Session session, boolean keepsGrants) {
        end(session, SessionEnd.CLOSED, keepsGrants);
    }

    private void end(Session session, SessionEnd reason, boolean keepsGrants) {
        boolean release = settings.releaseOnClose() && !keepsGrants;
        endWaits(session);
        Grant[] grants = session.grants();
        remove(session);
        for (Grant grant : grants) {
            if (release) {
                kernel.end(grant, GrantEnd.SESSION_ENDED);
            } else {
                kernel.leaveBehind(grant);
            }
        }
        state.event(new Event.SessionEnded(
                session.tenant.name(), session.number(), session.owner, reason));
    }

    private void endWaits(Session session) {
        for (Waiter waiter : session.waiters()) {
            kernel.leave(waiter, WaitEnd.SESSION_ENDED);
        }
    }

    /**
     * Restarts every session's idle time, because no client could be seen while the server was
     * down.
     */
    public void seenAll() {
        rows.forEach(this::seen);
    }

    /**
     * Ends all sessions. All waits end before any grant does, so that no ending session gets a
     * grant.
     */
    public void endAll(SessionEnd reason) {
        rows.forEach(this::endWaits);
        rows.forEach(session -> end(session, reason));
    }

    /** Ends the connections of a process that has ended. */
    public void endLife(MemberProcess life) {
        rows.forEach(session -> {
            if (session.life.number() == life.number()) {
                end(session, SessionEnd.NODE_GONE);
            }
        });
    }

    private void add(Session session) {
        index.add(session);
        rows.add(session);
        session.tenant.addSessions(1);
        if (!session.connected()) {
            unconnected++;
            AddressCount count = addresses.get(session.address);
            if (count != null) {
                count.sessions++;
            }
        }
    }

    private void remove(Session session) {
        index.remove(session);
        rows.remove(session);
        session.tenant.addSessions(-1);
        if (!session.connected()) {
            unconnected--;
            AddressCount count = addresses.get(session.address);
            if (count != null && --count.sessions == 0) {
                addresses.remove(session.address);
                state.resized(-count.bytes());
            }
        }
    }

    private String shared(String address) {
        AddressCount known = addresses.get(address);
        if (known != null) {
            return known.address;
        }
        AddressCount count = new AddressCount(address);
        addresses.put(address, count);
        state.resized(count.bytes());
        return address;
    }

    /** Reads a session. The first format does not contain its tenant. */
    public Session read(ByteReader in, MemberProcesses lives) {
        long number = in.getCount();
        SessionId id = new SessionId(in.getLong(), in.getLong());
        boolean ofTenants = in.format() > Format.FIRST;
        TenantUse tenant = kernel.tenants().of(ofTenants ? in.getText() : Actor.DEFAULT_TENANT);
        String owner = in.getOptionalText();
        String address = in.getText();
        MemberProcess life = lives.byNumber(in.getCount());
        if (life == null) {
            throw in.malformed("a session's process is unknown");
        }
        String where = life == MemberProcess.NONE ? shared(address) : address;
        Session session = new Session(number, id, tenant, owner, where, life);
        session.seenNanos = in.getLong();
        session.overNanos = in.getLong();
        state.deadlines().set(session, in.getLong());
        add(session);
        return session;
    }

    /**
     * Returns a placeholder for an ended session whose grants still run. Only its number is known.
     */
    public static Session ghost(long number) {
        return new Session(
                number, new SessionId(0, 0), TenantUse.none(), null, "", MemberProcess.NONE);
    }
}
