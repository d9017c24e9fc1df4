package io.holdfast.server.locks;

import io.holdfast.core.command.RequestId;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.log.node.Node;
import io.holdfast.log.node.NodeState;
import io.holdfast.server.edge.Hex;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.SimpleCall;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The routes of sessions: open, close, ping. */
final class Sessions {

    static final String HEADER = "X-Dflockd-Session";
    private static final String OTHER_HEADER = "X-Holdfast-Session";

    /** A session that was heard of within this part of its idle time needs no command to say so. */
    private static final int TOUCHES_PER_IDLE_TIME = 10;

    private final Node node;

    Sessions(Node node) {
        this.node = node;
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
            String named = BodyReader.ownerIn(exchange.body());
            owner = named != null ? checkedOwner(named) : owner(exchange);
            // Before there is a session the address stands for the client, so that two anonymous
            // clients with the same key do not share one session.
            request = request(exchange, exchange.clientAddress());
        } catch (BadBody e) {
            exchange.refuse(Problem.BAD_REQUEST, e.detail());
            return;
        }
        SessionId id = new SessionId(RandomBits.nextLong(), RandomBits.nextLong());
        SessionCommand.Open command = new SessionCommand.Open(id, owner, false);
        node.submit(new SimpleCall(
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
        node.submit(new SimpleCall(
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
     * Says that the session's client was heard from, and answers whether there is such a session.
     * Most of the time looking is enough: one command for each tenth of the idle time keeps the
     * session alive as surely as one for each request.
     */
    void touch(Exchange exchange, SessionId session, Consumer<Outcome> answer) {
        if (node.state() != NodeState.RUNNING) {
            // A read might wait for a tick that never comes; a command is refused with the reason.
            touchByCommand(exchange, session, answer);
            return;
        }
        node.read(
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
        node.submit(new SimpleCall(exchange.actor(), null, touch, answer));
    }

    /** The request id of a mutating request; null where it has none. */
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

    /** The name to show of whoever calls; null where the header does not say. */
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
