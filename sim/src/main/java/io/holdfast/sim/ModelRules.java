package io.holdfast.sim;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import io.holdfast.sim.ModelRows.Answer;
import io.holdfast.sim.ModelRows.Client;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import io.holdfast.sim.ModelRows.Place;
import io.holdfast.sim.ModelRows.Wait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules and lists of the model. {@link Model} decodes the commands. */
final class ModelRules {

    final Marks marks = new Marks();
    final List<Reply> replies = new ArrayList<>();
    final List<Client> clients = new ArrayList<>();
    final List<Key> keys = new ArrayList<>();
    final List<Place> places = new ArrayList<>();
    final List<Answer> answers = new ArrayList<>();
    Settings settings = Settings.DEFAULT;
    final ModelDeliveries deliveries = new ModelDeliveries(this);
    final ModelPools pools = new ModelPools(this);
    final ModelClaims claims = new ModelClaims(this);
    final ModelEntities entities = new ModelEntities(this);
    final ModelTenant tenant = new ModelTenant(this);
    final ModelNodes nodes = new ModelNodes(this);
    long nowNanos;
    long wallMillis;
    long fence;

    long after(long nanos) {
        return nanos > ModelRows.NEVER - nowNanos ? ModelRows.NEVER : nowNanos + nanos;
    }

    @Nullable
    Answer remembered(RequestId request) {
        for (Answer answer : answers) {
            if (answer.request.high() == request.high() && answer.request.low() == request.low()) {
                return answer;
            }
        }
        return null;
    }

    void repeat(Answer answer, RequestId request, Origin origin) {
        if (!answer.request.equals(request)) {
            replies.add(new Reply(origin, Refusal.REQUEST_MISMATCH.outcome()));
        } else if (answer.outcome != null) {
            answer.shared = true;
            marks.hit("repeat gets the first answer");
            deliveries.forget(answer.outcome);
            replies.add(new Reply(origin, answer.outcome));
        } else {
            answer.joined.add(origin);
            marks.hit("repeat joins the first");
        }
    }

    void answer(Origin origin, @Nullable Answer answer, Outcome outcome) {
        replies.add(new Reply(origin, outcome));
        if (answer == null || answer.outcome != null) {
            return;
        }
        answer.joined.forEach(other -> replies.add(new Reply(other, outcome)));
        answer.shared = !answer.joined.isEmpty();
        answer.joined.clear();
        if (outcome.passes()) {
            answers.remove(answer);
            return;
        }
        answer.outcome = outcome;
        answer.forgetNanos = Math.min(after(settings.ledgerNanos()), ModelRows.NEVER - 1);
        dropAnswers();
    }

    private void dropAnswers() {
        while (true) {
            int kept = 0;
            Answer oldest = null;
            for (Answer answer : answers) {
                if (answer.outcome != null) {
                    kept++;
                    if (oldest == null || answer.forgetNanos < oldest.forgetNanos) {
                        oldest = answer;
                    }
                }
            }
            if (oldest == null || kept <= settings.ledgerMax()) {
                return;
            }
            answers.remove(oldest);
            marks.hit("remembered outcome is dropped");
        }
    }

    void configure(Settings next) {
        settings = next;
        clients.forEach(this::heard);
        for (Answer answer : answers) {
            if (answer.outcome != null) {
                long latest = Math.min(after(settings.ledgerNanos()), ModelRows.NEVER - 1);
                answer.forgetNanos = Math.min(answer.forgetNanos, latest);
            }
        }
        dropAnswers();
        claims.trim();
    }

    @Nullable
    Client client(SessionId id) {
        for (Client client : clients) {
            if (Model.same(client.id, id)) {
                return client;
            }
        }
        return null;
    }

    Outcome open(SessionCommand.Open c, String address, Origin origin) {
        Outcome opened = new Outcome.Opened(c.session(), 0, settings.sessionIdleNanos());
        if (client(c.session()) != null) {
            return opened;
        }
        if (!c.connected()) {
            int all = 0;
            int ofAddress = 0;
            for (Client client : clients) {
                if (client.connection == null) {
                    all++;
                    ofAddress += client.address.equals(address) ? 1 : 0;
                }
            }
            if (all >= settings.sessionsMax()) {
                return LockRefusal.SESSIONS_MAX.outcome();
            }
            if (ofAddress >= settings.sessionsPerAddressMax()) {
                return LockRefusal.SESSIONS_PER_ADDRESS_MAX.outcome();
            }
        }
        Refusal full = tenant.refuseSessions();
        if (full != null) {
            return full.outcome();
        }
        Client client = new Client(c.session(), address, c.connected() ? origin : null);
        clients.add(client);
        heard(client);
        return opened;
    }

    void heard(Client client) {
        long idle = settings.sessionIdleNanos();
        boolean never = client.connection != null || idle == 0 || idle > ModelRows.NEVER / 3;
        client.overNanos = never ? ModelRows.NEVER : after(2 * idle + idle / 10);
    }

    boolean over(Client client) {
        return client.overNanos <= nowNanos && !inCall(client);
    }

    private boolean inCall(Client client) {
        for (Key key : keys) {
            for (Wait wait : key.line) {
                if (wait.client == client && wait.call != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the session has as many locks as it may. */
    boolean full(Client client) {
        int slots = 0;
        for (Key key : keys) {
            for (Hold hold : key.holds) {
                slots += hold.client == client ? 1 : 0;
            }
            for (Wait wait : key.line) {
                slots += wait.client == client ? 1 : 0;
            }
        }
        return slots >= settings.locksPerSessionMax();
    }

    void endAllWaits(Client client) {
        for (Key key : keys) {
            for (Wait wait : new ArrayList<>(key.line)) {
                if (wait.client == client) {
                    leave(wait, LockRefusal.SESSION_GONE.outcome());
                }
            }
        }
    }

    void close(Client client, boolean release) {
        endAllWaits(client);
        clients.remove(client);
        List<Hold> held = new ArrayList<>();
        for (Key key : keys) {
            for (Hold hold : key.holds) {
                if (hold.client == client) {
                    held.add(hold);
                }
            }
        }
        places.removeIf(place -> place.client == client);
        if (!release && !held.isEmpty()) {
            marks.hit("grants outlive their session");
        }
        if (release) {
            held.sort((a, b) -> Long.compare(a.token.fence(), b.token.fence()));
            held.forEach(hold -> end(hold, false));
        }
    }

    /**
     * Ends the waits that a process served. Places of sessions stay, and joined calls of other
     * processes continue.
     */
    void endWaits(String member, long incarnation, Refusal refusal) {
        for (Answer answer : answers) {
            for (Origin joined : new ArrayList<>(answer.joined)) {
                if (joined.member().equals(member) && joined.incarnation() == incarnation) {
                    answer.joined.remove(joined);
                    replies.add(new Reply(joined, refusal.outcome()));
                }
            }
        }
        pools.endWaits(member, incarnation, refusal);
        for (Key key : keys) {
            for (Wait wait : new ArrayList<>(key.line)) {
                Origin call = wait.call;
                if (call != null
                        && call.member().equals(member)
                        && call.incarnation() == incarnation
                        && !handOver(wait, refusal)) {
                    endWait(wait, call, refusal);
                }
            }
        }
    }

    private void endWait(Wait wait, Origin call, Refusal refusal) {
        if (placeOf(wait) == null) {
            leave(wait, refusal.outcome());
            return;
        }
        marks.hit("place outlives its call: " + refusal);
        Answer answer = wait.answer;
        wait.call = null;
        wait.answer = null;
        wait.endNanos = ModelRows.NEVER;
        answer(call, answer, refusal.outcome());
        heard(wait.client);
    }

    boolean handOver(Wait wait, Refusal refusal) {
        Origin call = wait.call;
        if (call == null || wait.answer == null || wait.answer.joined.isEmpty()) {
            return false;
        }
        replies.add(new Reply(call, refusal.outcome()));
        marks.hit("wait is handed over: " + refusal);
        wait.call = wait.answer.joined.removeFirst();
        return true;
    }

    @Nullable
    Outcome locks(LocksCommand<?> command, Origin origin, @Nullable Answer answer) {
        Client client = client(command.session());
        if (client == null) {
            return LockRefusal.SESSION_GONE.outcome();
        }
        heard(client);
        return new ModelLocks(this, client, origin, answer).outcome(command);
    }

    @Nullable
    Key key(ResourceName name) {
        for (Key key : keys) {
            if (key.name.equals(name)) {
                return key;
            }
        }
        return null;
    }

    @Nullable
    Place place(@Nullable Client client, @Nullable Key key) {
        for (Place place : places) {
            if (place.client == client && place.key == key) {
                return place;
            }
        }
        return null;
    }

    private @Nullable Place placeOf(Wait wait) {
        for (Place place : places) {
            if (place.wait == wait) {
                return place;
            }
        }
        return null;
    }

    @Nullable
    Hold hold(ResourceName name, KeyKind kind, @Nullable Token token) {
        Key key = key(name);
        if (key == null || key.kind != kind) {
            return null;
        }
        for (Hold hold : key.holds) {
            if (hold.token.equals(token)) {
                return hold;
            }
        }
        return null;
    }

    Hold grant(Key key, Client client, long salt, long ttlNanos) {
        int slot = 0;
        boolean taken = true;
        while (taken) {
            taken = false;
            for (Hold hold : key.holds) {
                taken |= hold.slot == slot;
            }
            slot += taken ? 1 : 0;
        }
        Hold hold = new Hold(key, client, new Token(++fence, salt), slot, ttlNanos);
        hold.endNanos = after(ttlNanos);
        key.holds.add(hold);
        key.forgetNanos = ModelRows.NEVER;
        return hold;
    }

    static Outcome granted(Hold hold) {
        return new Outcome.Granted(hold.token, hold.slot, hold.ttlNanos);
    }

    /** Ends a hold and grants its slot to the next waiters. */
    void end(Hold hold, boolean expired) {
        Key key = hold.key;
        key.holds.remove(hold);
        deliveries.forget(hold.token.fence());
        for (Place place : new ArrayList<>(places)) {
            if (place.hold == hold) {
                place.hold = null;
                marks.hit(
                        expired ? "uncollected grant expires" : "uncollected grant is given back");
                place.forgetNanos = after(settings.keyIdleNanos());
                if (!expired) {
                    places.remove(place);
                }
            }
        }
        while (!key.line.isEmpty() && key.holds.size() < key.limit) {
            Wait head = key.line.getFirst();
            if (head.endNanos <= nowNanos) {
                marks.hit("waiter past its deadline is skipped");
                leave(head, Outcome.TIMED_OUT);
            } else if (over(head.client)) {
                marks.hit("waiter of a dead session is skipped");
                leave(head, LockRefusal.SESSION_GONE.outcome());
            } else {
                promote(head);
            }
        }
        rest(key);
    }

    private void promote(Wait head) {
        Place place = placeOf(head);
        head.key.line.remove(head);
        Hold next = grant(head.key, head.client, head.salt, head.ttlNanos);
        Origin call = head.call;
        deliveries.expect(
                fence,
                call != null ? call : head.client.connection,
                call != null ? head.answer : null);
        if (call == null && place != null) {
            place.wait = null;
            place.hold = next;
        } else if (call != null) {
            places.remove(place);
            answer(call, head.answer, granted(next));
            heard(head.client);
        }
    }

    /** Ends a wait without a grant. */
    void leave(Wait wait, Outcome outcome) {
        places.remove(placeOf(wait));
        wait.key.line.remove(wait);
        if (wait.call != null) {
            answer(wait.call, wait.answer, outcome);
            heard(wait.client);
        }
        rest(wait.key);
    }

    private void rest(Key key) {
        if (key.holds.isEmpty() && key.line.isEmpty() && key.forgetNanos == ModelRows.NEVER) {
            key.forgetNanos = after(settings.keyIdleNanos());
        }
    }

    /** Ends everything that has expired, in order of deadlines. */
    void expire() {
        answers.removeIf(answer -> answer.forgetNanos <= nowNanos);
        entities.expire();
        nodes.expire();
        while (new ModelClock(this).endFirst()) {
            // One at a time, because each end may change the next deadline.
        }
    }
}
