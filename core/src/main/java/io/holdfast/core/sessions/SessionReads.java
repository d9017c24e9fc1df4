package io.holdfast.core.sessions;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.query.SessionView.Held;
import io.holdfast.core.query.SessionView.Wait;
import io.holdfast.core.resource.HolderReads;
import io.holdfast.core.state.Timed;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads sessions for an admin. It never changes the state. */
public final class SessionReads {

    /** The maximum number of grants, and of places, whose owner is compared with a filter. */
    private static final int OWNERS_MAX = 100;

    private final Sessions sessions;

    public SessionReads(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The time of a read.
     *
     * @param nanos the log time of the read
     * @param batchNanos the log time of the last batch
     * @param batchWallMillis the wall clock of the last batch
     */
    public record Now(long nanos, long batchNanos, long batchWallMillis) {}

    /** Returns a page of a tenant's sessions, oldest first. */
    public SessionView.Page list(Query.ListSessions query, Now now, Visits visits) {
        List<SessionView> found = new ArrayList<>();
        long last = sessions.rows().visit(query.after(), visits, session -> {
            if (found.size() == query.max()) {
                return false;
            }
            if (matches(query, session, visits)) {
                found.add(view(session, SessionView.ROWS_IN_LIST_MAX, now, visits));
            }
            return true;
        });
        return new SessionView.Page(found, last);
    }

    private static boolean matches(Query.ListSessions query, Session session, Visits visits) {
        String owner = query.owner();
        return session.tenant.name().equals(query.tenant())
                && (owner == null
                        || owner.equals(session.owner)
                        || HolderReads.hasOwner(session, owner, OWNERS_MAX, visits));
    }

    /** Returns one session; null if the tenant has no session with that number. */
    public @Nullable SessionView show(Query.ShowSession query, Now now, Visits visits) {
        Session session = find(query.tenant(), query.number(), visits);
        return session == null ? null : view(session, SessionView.ROWS_MAX, now, visits);
    }

    /** Returns the id of a session; null if the tenant has no session with that number. */
    public @Nullable SessionId id(Query.FindSessionId query, Visits visits) {
        Session session = find(query.tenant(), query.number(), visits);
        return session == null ? null : new SessionId(session.idHigh, session.idLow);
    }

    private @Nullable Session find(String tenant, long number, Visits visits) {
        List<Session> found = new ArrayList<>(1);
        sessions.rows().visit(number - 1, visits, session -> {
            if (session.number() == number && session.tenant.name().equals(tenant)) {
                found.add(session);
            }
            return false;
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    private static SessionView view(Session session, int rowsMax, Now now, Visits visits) {
        // One row more tells whether there are more than are shown.
        List<Held> holds = HolderReads.grants(session, rowsMax + 1, now.nanos(), visits);
        List<Wait> waits = HolderReads.waits(session, rowsMax + 1, now.nanos(), visits);
        long silentNanos = now.batchNanos() - session.seenNanos;
        return new SessionView(
                session.number(),
                session.tenant.name(),
                session.owner,
                session.address,
                session.connected() ? session.life.member() : null,
                now.batchWallMillis() - silentNanos / 1_000_000,
                session.overNanos == Timed.NEVER ? Query.END : session.overNanos - now.nanos(),
                first(holds, rowsMax),
                holds.size() > rowsMax,
                first(waits, rowsMax),
                waits.size() > rowsMax);
    }

    private static <T> List<T> first(List<T> rows, int max) {
        return List.copyOf(rows.subList(0, Math.min(max, rows.size())));
    }
}
