package io.holdfast.core.sessions;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Format;
import io.holdfast.core.command.SessionCommand.Open;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.SessionEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.MemberProcesses;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as state. Everything that one waits for ends with it in one step, and everything that it
 * holds, unless the settings say that holds run until their leases end.
 */
public final class Sessions {

    private final State state;
    private final Kernel kernel;
    private final KeyedIndex<Session> index = new KeyedIndex<>();
    private final RowList<Session> rows;

    /**
     * How many sessions that are no connections each address has; also the one copy of its text.
     */
    private final Map<String, AddressCount> addresses = new LinkedHashMap<>();

    private Settings settings = Settings.DEFAULT;
    private int unconnected;

    private static final class AddressCount {
        final String address;
        int sessions;

        AddressCount(String address) {
            this.address = address;
        }

        /** With its entry in the map. */
        int bytes() {
            return 24 + 56 + HeapSize.text(address);
        }
    }

    public Sessions(State state, Kernel kernel) {
        this.state = state;
        this.kernel = kernel;
        this.rows = new RowList<>(state);
    }

    /**
     * Every session starts its silence anew, because the settings may change how long it may be.
     */
    public void configure(Settings settings) {
        this.settings = settings;
        seenAll();
    }

    public RowList<Session> rows() {
        return rows;
    }

    /** All sessions, connections included. */
    public int size() {
        return rows.size();
    }

    /** Those sessions that are no connections. */
    public int unconnected() {
        return unconnected;
    }

    /** The tenant's session of that id: whose id is another's finds none. */
    public @Nullable Session find(String tenant, SessionId id) {
        Session session = index.find(id.high(), id.low());
        return session != null && session.tenant.name().equals(tenant) ? session : null;
    }

    public Outcome open(Open open, Actor actor, MemberProcess life) {
        Session known = index.find(open.session().high(), open.session().low());
        if (known != null) {
            return known.tenant.name().equals(actor.tenant())
                    ? opened(open.session(), known)
                    : Refusal.SESSION_GONE.outcome();
        }
        String address = actor.address();
        if (!open.connected()) {
            AddressCount count = addresses.get(address);
            if (unconnected >= settings.sessionsMax()) {
                return Refusal.SESSIONS_MAX.outcome();
            }
            if (count != null && count.sessions >= settings.sessionsPerAddressMax()) {
                return Refusal.SESSIONS_PER_ADDRESS_MAX.outcome();
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
        state.event(new Event.SessionOpened(session.number(), session.owner));
        return opened(open.session(), session);
    }

    private Outcome opened(SessionId id, Session session) {
        return new Outcome.Opened(id, session.number(), settings.sessionIdleNanos());
    }

    /** The client was heard of. */
    public void seen(Session session) {
        state.touch(session);
        session.seenNanos = state.nowNanos();
        boolean idles = !session.connected() && settings.sessionIdleNanos() > 0;
        session.overNanos = idles ? state.after(quietNanos()) : Timed.NEVER;
        // A deadline that is set already only has to come first; it is looked at again then.
        if (session.dueNanos() > session.overNanos) {
            state.deadlines().set(session, session.overNanos);
        }
        state.changed(session);
    }

    /**
     * How long a session may be silent: twice the idle time, and a tenth more because a client's
     * signs of life are only passed on once in a tenth of the idle time.
     */
    private long quietNanos() {
        long idleNanos = settings.sessionIdleNanos();
        return idleNanos > Timed.NEVER / 3 ? Timed.NEVER : 2 * idleNanos + idleNanos / 10;
    }

    /** The session's deadline came: it is over, or it was heard of since and gets another one. */
    public void due(Session session) {
        boolean heardSince = session.overNanos > session.dueNanos();
        if (!heardSince && !session.inCall()) {
            end(session, SessionEnd.IDLE);
            return;
        }
        state.touch(session);
        // With a call under way it cannot be over before that call ends, which is heard as well.
        // One that was heard is looked at again in its turn, also where that turn has come too.
        state.deadlines().set(session, heardSince ? session.overNanos : state.after(quietNanos()));
        state.changed(session);
    }

    /** Ends a session, what it waits for, and what it holds. */
    public void end(Session session, SessionEnd reason) {
        end(session, reason, reason == SessionEnd.NODE_GONE);
    }

    /** Ends a session on request; what it holds may be kept until its leases end. */
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
        state.event(new Event.SessionEnded(session.number(), reason));
    }

    private void endWaits(Session session) {
        for (Waiter waiter : session.waiters()) {
            kernel.leave(waiter, WaitEnd.SESSION_ENDED);
        }
    }

    /** Nobody could be heard while the server was down: every session starts its silence anew. */
    public void seenAll() {
        rows.forEach(this::seen);
    }

    /** Nobody is left to be granted anything, so that all waits end before any hold does. */
    public void endAll(SessionEnd reason) {
        rows.forEach(this::endWaits);
        rows.forEach(session -> end(session, reason));
    }

    /** A process is over, and with it the connections that it served. */
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

    /** Reads a session. The first format did not say whose it is. */
    public Session read(ByteReader in, MemberProcesses lives) {
        long number = in.getCount();
        SessionId id = new SessionId(in.getLong(), in.getLong());
        boolean ofTenants = in.format() > Format.FIRST;
        TenantUse tenant = kernel.tenants().of(ofTenants ? in.getText() : Actor.DEFAULT_TENANT);
        String owner = in.getOptionalText();
        String address = in.getText();
        MemberProcess life = lives.byNumber(in.getCount());
        if (life == null) {
            throw in.malformed("a session's process is not known");
        }
        String where = life == MemberProcess.NONE ? shared(address) : address;
        Session session = new Session(number, id, tenant, owner, where, life);
        session.seenNanos = in.getLong();
        session.overNanos = in.getLong();
        state.deadlines().set(session, in.getLong());
        add(session);
        return session;
    }

    /** Counts the sessions of every tenant once more. */
    public void recount(Tenants recount) {
        rows.forEach(session -> recount.of(session.tenant.name()).addSessions(1));
    }

    public void inspect(Findings findings) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        rows.forEach(session -> {
            findings.see(session);
            findings.expect(
                    index.find(session.idHigh, session.idLow) == session, "not found", session);
            session.inspect(findings);
            if (!session.connected()) {
                counted.merge(session.address, 1, Integer::sum);
            }
        });
        findings.expect(index.size() == rows.size(), "ids of sessions that are gone");
        int sum = counted.values().stream().mapToInt(Integer::intValue).sum();
        findings.expect(sum == unconnected, "sessions are miscounted");
        findings.expect(
                counted.keySet().equals(addresses.keySet()), "addresses without any session");
        addresses.forEach((address, count) -> {
            findings.countBytes(count.bytes());
            findings.expect(
                    counted.getOrDefault(address, 0) == count.sessions, "an address is miscounted");
        });
    }

    /** A session that is over and whose grants run on; only its number is left of it. */
    public static Session ghost(long number) {
        return new Session(
                number, new SessionId(0, 0), TenantUse.nobody(), null, "", MemberProcess.NONE);
    }
}
