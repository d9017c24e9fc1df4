package io.holdfast.server.locks;

import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.SessionId;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineState;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.Hex;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles the session routes: open, close, detach, ping. */
final class Sessions {

    static final String HEADER = "X-Dflockd-Session";
    private static final String OTHER_HEADER = "X-Holdfast-Session";

    /** A session seen within this fraction of its idle timeout needs no touch command. */
    private static final int TOUCHES_PER_IDLE_TIME = 10;

    private final Requests requests;
    private final Replies replies;
    private final Engine engine;

    Sessions(Requests requests, Replies replies) {
        this.requests = requests;
        this.replies = replies;
        this.engine = requests.engine();
    }

    /** Returns the session's id of a request; null if no header has it, or the two disagree. */
    static @Nullable String id(Exchange exchange) {
        String id = exchange.header(HEADER);
        String other = exchange.header(OTHER_HEADER);
        if (other == null) {
            return id;
        }
        return id == null || id.equals(other) ? other : null;
    }

    static SessionId parse(String id) {
        return new SessionId(Hex.parse(id, 0), Hex.parse(id, 16));
    }

    void open(Exchange exchange) {
        String owner;
        try {
            String named = LocksBodyReader.ownerIn(exchange.body());
            owner = named != null ? checkedOwner(named) : owner(exchange);
            if (owner == null) {
                owner = Owners.orNone(exchange.principal().displayName());
            }
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return;
        }
        SessionId id = new SessionId(RandomBits.nextLong(), RandomBits.nextLong());
        // A new client has no session yet, so the address identifies it. Otherwise two anonymous
        // clients with the same key would share one session.
        requests.submit(
                exchange,
                exchange.clientAddress(),
                new SessionCommand.Open(id, owner, false),
                outcome -> replies.opened(exchange, outcome));
    }

    void close(Exchange exchange) {
        String id = exchange.pathParameter(0);
        if (isWellFormed(exchange, id)) {
            requests.submit(
                    exchange,
                    id,
                    new SessionCommand.Close(parse(id)),
                    outcome -> replies.changed(exchange, outcome));
        }
    }

    /** Ends a session, but not its grants. Earlier formats could only end both. */
    void detach(Exchange exchange) {
        String id = exchange.pathParameter(0);
        if (!isWellFormed(exchange, id)) {
            return;
        }
        if (engine.state() == EngineState.RUNNING && engine.format() < Format.THIRD) {
            Requests.refuse(exchange, Refusal.UPGRADING.outcome());
            return;
        }
        requests.submit(
                exchange,
                id,
                new SessionCommand.Close(parse(id), true),
                outcome -> replies.changed(exchange, outcome));
    }

    void ping(Exchange exchange) {
        String id = exchange.pathParameter(0);
        if (isWellFormed(exchange, id) && Requests.isKeyValid(exchange)) {
            touch(exchange, parse(id), outcome -> replies.changed(exchange, outcome));
        }
    }

    private static boolean isWellFormed(Exchange exchange, String id) {
        try {
            checkId(id);
            owner(exchange);
            return true;
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return false;
        }
    }

    /**
     * Records that the session's client was heard from and answers whether the session exists. A
     * read is usually enough: one command per tenth of the idle timeout keeps the session alive as
     * reliably as one per request.
     */
    void touch(Exchange exchange, SessionId session, Consumer<SessionOutcome.Change> answer) {
        if (engine.state() != EngineState.RUNNING) {
            // A read might wait for a tick that never comes; a command is refused with the reason.
            touchByCommand(exchange, session, answer);
            return;
        }
        engine.read(
                new Query.FindSession(exchange.actor().tenant(), session),
                (found, point) -> {
                    if (found == null) {
                        exchange.onLoop(() -> answer.accept(LockRefusal.SESSION_GONE.outcome()));
                    } else if (point.timeNanos() - found.seenNanos()
                            <= found.idleNanos() / TOUCHES_PER_IDLE_TIME) {
                        exchange.onLoop(() -> answer.accept(Outcome.DONE));
                    } else {
                        touchByCommand(exchange, session, answer);
                    }
                },
                () -> exchange.onLoop(() -> answer.accept(Refusal.NO_LEADER.outcome())));
    }

    private void touchByCommand(
            Exchange exchange, SessionId session, Consumer<SessionOutcome.Change> answer) {
        requests.submitWithoutKey(
                exchange, exchange.actor(), new SessionCommand.Touch(session), answer);
    }

    /** Returns the caller's display name, or null if the header is missing. */
    static @Nullable String owner(Exchange exchange) throws BadBody {
        String header = exchange.header(Owners.HEADER);
        if (header == null) {
            return null;
        }
        String owner = Owners.fromHeader(header);
        if (owner == null) {
            throw new BadBody(Owners.HEADER + " must be UTF-8");
        }
        return checkedOwner(owner);
    }

    private static String checkedOwner(String owner) throws BadBody {
        String complaint = Owners.complaint(owner);
        if (complaint != null) {
            throw new BadBody(complaint);
        }
        return owner;
    }

    private static void checkId(String id) throws BadBody {
        if (!Hex.isId(id)) {
            throw new BadBody("invalid session id; expected 32 lowercase hexadecimal digits");
        }
    }
}
