package io.holdfast.server.locks;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.Hex;

/**
 * Handles one operation on one kind of key. The API fixes the order of the checks: the key, the
 * session header, whether the session exists, and then the body.
 */
final class LockHandler implements Handler {

    private final Engine engine;
    private final Sessions sessions;
    private final KeyKind kind;
    private final Operation operation;

    LockHandler(Engine engine, Sessions sessions, KeyKind kind, Operation operation) {
        this.engine = engine;
        this.sessions = sessions;
        this.kind = kind;
        this.operation = operation;
    }

    @Override
    public void handle(Exchange exchange) {
        String key = exchange.pathParameter(0);
        String complaint = Keys.complaint(key);
        if (complaint != null) {
            exchange.refuse(Problem.BAD_REQUEST, complaint);
            return;
        }
        String id = Sessions.id(exchange);
        if (id == null || id.isEmpty()) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "the header " + Sessions.HEADER + " is missing, or X-Holdfast-Session differs");
            return;
        }
        if (!Hex.isId(id)) {
            Replies.refuse(exchange, Refusal.SESSION_GONE);
            return;
        }
        SessionId session = Sessions.parse(id);
        LocksCommand command;
        RequestId request;
        try {
            ResourceName name = new ResourceName(exchange.actor().tenant(), Space.LOCKS, key);
            command = operation.command(
                    name, kind, session, exchange.body(), Sessions.owner(exchange));
            request = Sessions.request(exchange, id);
        } catch (BadBody e) {
            refuseBody(exchange, session, e);
            return;
        }
        HttpLockCall.submit(engine, exchange, operation, command, request);
    }

    /**
     * Rejects an invalid body. A session that is gone is reported instead; otherwise the request
     * counts as activity of its session.
     */
    private void refuseBody(Exchange exchange, SessionId session, BadBody bad) {
        sessions.touch(exchange, session, outcome -> {
            if (outcome instanceof Outcome.Refused refused) {
                Replies.refuse(exchange, refused.reason());
            } else {
                exchange.refuse(Problem.BAD_REQUEST, bad.detail());
            }
        });
    }
}
