package io.holdfast.rig.load;

import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one client knows, and whether what it is told agrees with that. A lost answer leaves both
 * possibilities open, and the next answer about the same thing decides between them.
 */
final class Memory {

    /** Keys with this beginning are used by one client and asked for once. */
    static final String UNIQUE = "u-";

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final History history;
    private final Findings findings;
    private final Tally tally;
    private final List<Grant> grants = new ArrayList<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private @Nullable String session;
    private boolean sessionPerhapsClosed;

    /** A request that was sent. */
    record Asked(Op op, String session, Request request, long askedNanos) {}

    Memory(History history, Findings findings, Tally tally) {
        this.history = history;
        this.findings = findings;
        this.tally = tally;
    }

    /** The open session; null where there is none or it may be closed. */
    @Nullable
    String session() {
        return session;
    }

    List<Grant> grants() {
        return grants;
    }

    Map<String, Place> places() {
        return places;
    }

    /** Takes in what became of a request. */
    void settle(Asked asked, Answer answer, long toldNanos) {
        switch (answer) {
            case Answer.NotSent _ -> {}
            case Answer.Lost _ -> lost(asked, toldNanos);
            case Reply reply -> {
                if (reply.error().equals("unknown") || perhapsGranted(asked.op(), reply)) {
                    lost(asked, toldNanos);
                } else if (reply.status() == 410) {
                    sessionGone(asked);
                } else if (reply.status() != 503) {
                    told(asked, reply, toldNanos);
                }
            }
        }
    }

    /** The grant that a wait was parked for may stand in the log although its end failed. */
    private static boolean perhapsGranted(Op op, Reply reply) {
        boolean parked =
                op instanceof Op.Await || op instanceof Op.Acquire a && a.waitSeconds() > 0;
        return parked && reply.error().equals("storage_failed");
    }

    private void lost(Asked asked, long latestNanos) {
        tally.unknown.increment();
        switch (asked.op()) {
            case Op.Open _, Op.Ping _, Op.Acquire _ -> {
                // If it was executed, then for a session or a token that no client knows.
            }
            case Op.Close _ -> {
                sessionPerhapsClosed = true;
                grants.forEach(grant -> grant.perhapsReleased(asked.askedNanos()));
                places.values().forEach(place -> place.perhaps = true);
            }
            case Op.Enqueue(Key key, int ttl) ->
                places.put(
                        key.name(),
                        new Place(key, asked.askedNanos(), Long.MAX_VALUE, ttl, null, true));
            case Op.Await(Place place, int _) -> {
                place.perhaps = true;
                Grant grant = place.grant;
                if (grant != null) {
                    grant.perhapsRenewed(
                            asked.askedNanos(), latestNanos, place.ttlSeconds * SECOND_NANOS);
                }
            }
            case Op.Release(Grant grant) -> grant.perhapsReleased(asked.askedNanos());
            case Op.Renew(Grant grant, int ttl) ->
                grant.perhapsRenewed(asked.askedNanos(), latestNanos, ttl * SECOND_NANOS);
        }
    }

    private void sessionGone(Asked asked) {
        if (asked.session().equals(session)) {
            if (!sessionPerhapsClosed) {
                findings.add(Kind.LOST, "the session of " + asked.request());
            }
            endSession(asked.askedNanos());
        }
    }

    private void endSession(long askedNanos) {
        grants.forEach(grant -> grant.released(askedNanos));
        places.clear();
        session = null;
        sessionPerhapsClosed = false;
    }

    private void told(Asked asked, Reply reply, long toldNanos) {
        switch (asked.op()) {
            case Op.Open _ -> {
                if (allowed(asked, reply, reply.status() == 200)) {
                    session = reply.text("session_id");
                }
            }
            case Op.Close _ -> {
                if (allowed(asked, reply, reply.status() == 204)) {
                    endSession(asked.askedNanos());
                }
            }
            case Op.Ping _ -> {
                if (allowed(asked, reply, reply.status() == 204) && sessionPerhapsClosed) {
                    sessionPerhapsClosed = false;
                    grants.forEach(Grant::notReleased);
                }
            }
            case Op.Acquire acquire -> acquired(acquire, asked, reply, toldNanos);
            case Op.Enqueue enqueue -> enqueued(enqueue, asked, reply, toldNanos);
            case Op.Await await -> awaited(await, asked, reply, toldNanos);
            case Op.Release(Grant grant) -> {
                if (stillThere(grant, asked, reply, toldNanos, 204)) {
                    grant.released(asked.askedNanos());
                    Place place = places.get(grant.key.name());
                    if (place != null && place.grant == grant) {
                        // A place whose grant is given back is given up with it.
                        places.remove(grant.key.name());
                    }
                }
            }
            case Op.Renew(Grant grant, int ttl) -> {
                if (stillThere(grant, asked, reply, toldNanos, 200)) {
                    grant.renewed(asked.askedNanos(), toldNanos, ttl * SECOND_NANOS);
                }
            }
        }
    }

    private void acquired(Op.Acquire op, Asked asked, Reply reply, long toldNanos) {
        boolean granted = reply.text("status").equals("ok");
        boolean timedOut = reply.text("status").equals("timeout");
        boolean unique = op.key().name().startsWith(UNIQUE);
        if (allowed(asked, reply, granted || timedOut && !unique) && granted) {
            add(grant(op.key(), asked, reply, asked.askedNanos(), toldNanos, Long.MAX_VALUE));
        }
    }

    private void enqueued(Op.Enqueue op, Asked asked, Reply reply, long toldNanos) {
        String status = reply.text("status");
        Place known = places.get(op.key().name());
        boolean twice = reply.error().equals("already_enqueued") && known != null;
        if (!allowed(asked, reply, status.equals("acquired") || status.equals("queued") || twice)) {
            return;
        }
        if (!twice) {
            Grant grant = null;
            if (status.equals("acquired")) {
                grant = grant(
                        op.key(), asked, reply, asked.askedNanos(), toldNanos, Long.MAX_VALUE);
                add(grant);
            }
            places.put(
                    op.key().name(),
                    new Place(
                            op.key(),
                            asked.askedNanos(),
                            toldNanos,
                            op.ttlSeconds(),
                            grant,
                            false));
        }
    }

    private void awaited(Op.Await op, Asked asked, Reply reply, long toldNanos) {
        Place place = op.place();
        Grant first = place.grant;
        String error = reply.error();
        boolean gone = error.equals("not_enqueued") || error.equals("lease_expired");
        if (gone) {
            boolean known =
                    first == null ? error.equals("not_enqueued") : first.surelyHeldAt(toldNanos);
            if (known && !place.perhaps) {
                findings.add(Kind.LOST, "the place of " + asked.request() + ": " + reply.line());
            }
        } else if (allowed(asked, reply, reply.status() == 200)
                && reply.text("status").equals("ok")) {
            if (first == null) {
                add(grant(place.key, asked, reply, place.askedNanos, toldNanos, place.toldNanos));
            } else if (allowed(asked, reply, first.token.equals(reply.text("token")))) {
                first.renewed(asked.askedNanos(), toldNanos, ttlNanos(reply));
            }
        }
        places.remove(place.key.name(), place);
    }

    private boolean stillThere(Grant grant, Asked asked, Reply reply, long toldNanos, int success) {
        if (reply.status() == success) {
            if (grant.surelyOverAt(asked.askedNanos())) {
                findings.add(Kind.RESURRECTED, grant + ": " + asked.request().path());
            }
            return true;
        }
        if (allowed(asked, reply, reply.error().equals("not_held"))) {
            if (grant.surelyHeldAt(toldNanos)) {
                findings.add(Kind.LOST, grant + ": " + asked.request().path());
            }
            grant.over();
        }
        return false;
    }

    private boolean allowed(Asked asked, Reply reply, boolean allowed) {
        if (!allowed) {
            findings.add(Kind.ANSWER, asked.request() + " got " + reply.line());
        }
        return allowed;
    }

    private static Grant grant(
            Key key, Asked asked, Reply reply, long askedNanos, long toldNanos, long queuedNanos) {
        return new Grant(
                key,
                asked.session(),
                reply.text("token"),
                reply.number("fence"),
                askedNanos,
                toldNanos,
                queuedNanos,
                asked.askedNanos(),
                ttlNanos(reply));
    }

    private static long ttlNanos(Reply reply) {
        return reply.number("lease_ttl_s") * SECOND_NANOS;
    }

    private void add(Grant grant) {
        tally.grants.increment();
        if (history.add(grant)) {
            grants.add(grant);
        } else {
            findings.add(Kind.TWO_HOLDERS, "the token of " + grant + " was given twice");
        }
    }
}
