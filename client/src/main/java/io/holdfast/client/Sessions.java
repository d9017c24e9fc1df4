package io.holdfast.client;

import io.holdfast.client.http.Call;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.http.Transport;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The client's sessions, and their pings. The server runs the calls of a session one after the
 * other, so a call that waits has a session of its own, which then keeps the grant. Calls that do
 * not wait share one session.
 */
final class Sessions {

    static final String HEADER = "X-Holdfast-Session";

    private static final int SPARE_MAX = 16;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int PROBES_LOST_MAX = 2;

    private final ClientContext context;
    private final SessionChoice choice;
    private final Set<Session> open = ConcurrentHashMap.newKeySet();
    private final Deque<Session> spare = new ConcurrentLinkedDeque<>();
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable Session shared;

    Sessions(ClientContext context, SessionChoice choice) {
        this.context = context;
        this.choice = choice;
    }

    /**
     * Returns the session for calls that do not wait.
     *
     * @throws HoldfastException if there is none and none can be opened
     */
    Session shared() throws InterruptedException {
        Session known = shared;
        if (known != null && isUsable(known)) {
            return known;
        }
        opening.lockInterruptibly();
        try {
            Session current = shared;
            if (current != null && isUsable(current)) {
                return current;
            }
            SessionInfo existing = current == null ? choice.existing() : null;
            Session opened = existing == null ? open(true) : attach(existing);
            shared = opened;
            return opened;
        } finally {
            opening.unlock();
        }
    }

    SessionInfo info() throws InterruptedException {
        Session session = shared();
        return new SessionInfo(session.id(), Duration.ofNanos(session.idleNanos()));
    }

    boolean keepsShared() {
        return choice.keep();
    }

    private boolean isUsable(Session session) {
        return context.nanos() < session.aliveUntilNanos();
    }

    /** Returns a session in which one call may wait. */
    Session dedicated() throws InterruptedException {
        for (Session session = spare.poll(); session != null; session = spare.poll()) {
            if (isUsable(session)) {
                return session;
            }
            open.remove(session);
        }
        return open(false);
    }

    /** Takes a session back that holds nothing and waits for nothing. */
    void giveBack(Session session) {
        if (!session.isShared()) {
            if (isUsable(session) && spare.size() < SPARE_MAX && !context.isClosed()) {
                spare.push(session);
            } else {
                discard(session);
            }
        }
    }

    /**
     * Ends a session at the server, whose grants then last until their leases expire.
     *
     * @throws HoldfastException if that is not confirmed
     */
    void detach(Session session) throws InterruptedException {
        Result result = context.send(
                Request.change("POST", "/v1/sessions/" + session.id() + "/detach", null));
        if (!(result instanceof Reply reply) || !reply.ok()) {
            throw ClientContext.failure(result);
        }
        open.remove(session);
    }

    /** Deletes a session in the background, and with it what it may hold or wait for. */
    void discard(Session session) {
        if (!session.isShared() && open.remove(session)) {
            transport().startInBackground(deletion(session), transport().usual());
        }
    }

    /**
     * Stops using a shared session in which a grant may exist that the client does not know of. If
     * nothing else is held in it, it is deleted, and the grant with it.
     */
    void suspect(Session session) {
        if (choice.existing() != null || choice.keep()) {
            return;
        }
        opening.lock();
        try {
            if (shared == session) {
                shared = null;
            }
        } finally {
            opening.unlock();
        }
        if (!context.leases().uses(session) && open.remove(session)) {
            transport().startInBackground(deletion(session), transport().usual());
        }
    }

    private Session open(boolean isShared) throws InterruptedException {
        String owner = transport().owner();
        Request request =
                Request.post("/v1/sessions", owner == null ? Map.of() : Map.of("owner", owner));
        Result result = context.send(request);
        if (!(result instanceof Reply reply) || !reply.ok()) {
            throw ClientContext.failure(result);
        }
        JsonObject json = reply.json();
        long idleNanos = TimeUnit.SECONDS.toNanos(json.number("idle_timeout_s"));
        return add(new Session(json.text("session_id"), idleNanos, reply.sentNanos(), isShared));
    }

    /** Uses a session that another client has opened, if it still exists. */
    private Session attach(SessionInfo existing) throws InterruptedException {
        long idleNanos = existing.idleTimeout().toNanos();
        Session session = new Session(existing.id(), idleNanos, context.nanos(), true);
        Result result = context.send(ping(session));
        if (!(result instanceof Reply reply) || !reply.ok()) {
            throw ClientContext.failure(result);
        }
        return add(session);
    }

    private Session add(Session session) {
        open.add(session);
        schedule(session);
        return session;
    }

    /** Notes that the server does not know the session any more. */
    void ended(Session session) {
        session.end();
        open.remove(session);
        context.leases().sessionEnded(session);
    }

    private void schedule(Session session) {
        if (session.idleNanos() > 0) {
            later(session, session.pingAtNanos() - context.nanos());
        }
    }

    private void later(Session session, long delayNanos) {
        transport().loop().schedule(() -> tick(session), delayNanos);
    }

    private void tick(Session session) {
        long now = context.nanos();
        if (!open.contains(session) || now >= session.aliveUntilNanos()) {
            return;
        }
        if (now < session.pingAtNanos()) {
            schedule(session);
            return;
        }
        long leftNanos = session.aliveUntilNanos() - now;
        Timing timing = new Timing(now + leftNanos, transport().requestNanosMax() / 2, leftNanos);
        transport()
                .startInBackground(ping(session), timing)
                .result()
                .whenComplete((result, failure) -> {
                    boolean heard = pinged(session, result);
                    later(session, heard ? 0 : AGAIN_NANOS);
                });
    }

    private boolean pinged(Session session, @Nullable Result result) {
        if (result instanceof Reply reply && reply.ok()) {
            session.heard(reply.sentNanos());
            return true;
        }
        if (result instanceof Reply reply && reply.status() == 410) {
            ended(session);
        }
        return false;
    }

    /**
     * Watches the member at which a call of this session waits. A connection can break without a
     * sign; the call then continues at another member, with the same id.
     */
    void waitBegins(Session session, Call call) {
        session.waiting(call);
        probeLater(session, call, 0);
    }

    void waitEnds(Session session) {
        session.waiting(null);
    }

    private void probeLater(Session session, Call call, int lost) {
        transport().loop().schedule(() -> probe(session, call, lost), PROBE_NANOS);
    }

    private void probe(Session session, Call call, int lost) {
        if (session.waiting() != call) {
            return;
        }
        int member = call.member();
        long now = context.nanos();
        Timing timing = new Timing(now + PROBE_NANOS, PROBE_NANOS, PROBE_NANOS);
        transport().startAt(member, ping(session), timing).result().whenComplete((result, f) -> {
            boolean answered = result instanceof Reply;
            if (!answered && lost + 1 == PROBES_LOST_MAX) {
                call.leave(member);
            }
            pinged(session, result);
            probeLater(session, call, answered ? 0 : (lost + 1) % PROBES_LOST_MAX);
        });
    }

    private static Request ping(Session session) {
        return Request.change("POST", "/v1/sessions/" + session.id() + "/ping", null);
    }

    private static Request deletion(Session session) {
        return Request.change("DELETE", "/v1/sessions/" + session.id(), null);
    }

    /** Deletes all sessions, which releases what they hold, and waits for the replies. */
    void close() {
        List<Call> deletions = new ArrayList<>();
        for (Session session : List.copyOf(open)) {
            boolean kept = session.isShared() && choice.keep();
            if (!kept && open.remove(session)) {
                deletions.add(transport().start(deletion(session), transport().usual()));
            }
        }
        long endNanos = System.nanoTime() + transport().requestNanosMax();
        deletions.forEach(call -> call.awaitUninterruptibly(endNanos - System.nanoTime()));
    }

    private Transport transport() {
        return context.transport();
    }
}
