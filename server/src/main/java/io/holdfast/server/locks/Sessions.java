package io.holdfast.server.locks;

import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.SessionId;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineState;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.SimpleCall;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.Hex;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles the session routes: open, close, ping. */
final class Sessions {

    static final String HEADER = "X-Dflockd-Session";
    private static final String OTHER_HEADER = "X-Holdfast-Session";

    /** A session seen within this fraction of its idle timeout needs no touch command. */
    private static final int TOUCHES_PER_IDLE_TIME = 10;

    private final Engine engine;

    Sessions(Engine engine) {
        this.engine = engine;
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
        RequestId request;
        try {
            String named = LocksBodyReader.ownerIn(exchange.body());
            owner = named != null ? checkedOwner(named) : owner(exchange);
            // A new client has no session yet, so the address identifies it. Otherwise two
            // anonymous clients with the same key would share one session.
            request = request(exchange, exchange.clientAddress());
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return;
        }
        SessionId id = new SessionId(RandomBits.nextLong(), RandomBits.nextLong());
        SessionCommand.Open command = new SessionCommand.Open(id, owner, false);
        engine.submit(new SimpleCall(
                exchange.actor(),
                request,
                command,
                outcome -> Replies.send(exchange, outcome, false)));
    }

    void close(Exchange exchange) {
        String id = exchange.pathParameter(0);
        RequestId request;
        try {
            checkId(id);
            owner(exchange);
            request = request(exchange, id);
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return;
        }
        engine.submit(new SimpleCall(
                exchange.actor(),
                request,
                new SessionCommand.Close(parse(id)),
                outcome -> Replies.send(exchange, outcome, false)));
    }

    void ping(Exchange exchange) {
        String id = exchange.pathParameter(0);
        try {
            checkId(id);
            owner(exchange);
            request(exchange, id);
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return;
        }
        touch(exchange, parse(id), outcome -> Replies.send(exchange, outcome, false));
    }

    /**
     * Records that the session's client was heard from and answers whether the session exists. A
     * read is usually enough: one command per tenth of the idle timeout keeps the session alive as
     * reliably as one per request.
     */
    void touch(Exchange exchange, SessionId session, Consumer<Outcome> answer) {
        if (engine.state() != EngineState.RUNNING) {
            // A read might wait for a tick that never comes; a command is refused with the reason.
            touchByCommand(exchange, session, answer);
            return;
        }
        engine.read(
                new Query.FindSession(exchange.actor().tenant(), session),
                (found, point) -> {
                    if (found == null) {
                        answer.accept(Refusal.SESSION_GONE.outcome());
                    } else if (point.timeNanos() - found.seenNanos()
                            <= found.idleNanos() / TOUCHES_PER_IDLE_TIME) {
                        answer.accept(Outcome.DONE);
                    } else {
                        touchByCommand(exchange, session, answer);
                    }
                },
                () -> answer.accept(Refusal.NO_LEADER.outcome()));
    }

    private void touchByCommand(Exchange exchange, SessionId session, Consumer<Outcome> answer) {
        SessionCommand.Touch touch = new SessionCommand.Touch(session);
        engine.submit(new SimpleCall(exchange.actor(), null, touch, answer));
    }

    /** Returns the request id of a mutating request, or null if it has none. */
    static @Nullable RequestId request(Exchange exchange, String client) throws BadBody {
        String key = exchange.header(RequestIds.HEADER);
        if (key == null) {
            return null;
        }
        if (!RequestIds.isKey(key)) {
            throw new BadBody(RequestIds.HEADER
                    + " must be 1 to "
                    + RequestIds.KEY_CHARACTERS_MAX
                    + " visible ASCII characters");
        }
        return RequestIds.of(exchange, client, key);
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
