package io.holdfast.server.locks;

import io.holdfast.core.command.LocksCommand.Acquire;
import io.holdfast.core.command.LocksCommand.Await;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.LocksCommand.OfClient;
import io.holdfast.core.command.LocksCommand.Release;
import io.holdfast.core.command.LocksCommand.Renew;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.Hex;

import java.util.function.Consumer;

/**
 * Handles one operation on one kind of key. The API fixes the order of the checks: the key, the
 * session header, whether the session exists, and then the body.
 */
final class LockHandler implements Handler {

    private final Requests requests;
    private final Sessions sessions;
    private final Replies replies;
    private final KeyKind kind;
    private final Operation operation;

    LockHandler(
            Requests requests,
            Sessions sessions,
            Replies replies,
            KeyKind kind,
            Operation operation) {
        this.requests = requests;
        this.sessions = sessions;
        this.replies = replies;
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
            replies.refuse(exchange, LockRefusal.SESSION_GONE);
            return;
        }
        SessionId session = Sessions.parse(id);
        OfClient<?> command;
        try {
            ResourceName name = new ResourceName(exchange.actor().tenant(), Space.LOCKS, key);
            command = operation.command(
                    name, kind, session, exchange.body(), Sessions.owner(exchange));
            String problem = RequestIds.problem(exchange);
            if (problem != null) {
                throw new BadBody(problem);
            }
        } catch (BadBody e) {
            refuseBody(exchange, session, e);
            return;
        }
        submit(exchange, id, command);
    }

    private void submit(Exchange exchange, String client, OfClient<?> command) {
        switch (command) {
            case Acquire c ->
                submitWaiting(exchange, client, c, outcome -> replies.acquired(exchange, outcome));
            case Enqueue c ->
                submitWaiting(exchange, client, c, outcome -> replies.enqueued(exchange, outcome));
            case Await c ->
                submitWaiting(exchange, client, c, outcome -> replies.collected(exchange, outcome));
            case Release c ->
                requests.submit(
                        exchange, client, c, outcome -> replies.released(exchange, outcome));
            case Renew c ->
                requests.submit(exchange, client, c, outcome -> replies.renewed(exchange, outcome));
        }
    }

    private <O extends LocksOutcome> void submitWaiting(
            Exchange exchange, String client, OfClient<O> command, Consumer<O> answer) {
        requests.submitWaiting(
                exchange, exchange.actor(), client, command, LockAbandonment.of(command), answer);
    }

    /**
     * Rejects an invalid body. A session that is gone is reported instead; otherwise the request
     * counts as activity of its session.
     */
    private void refuseBody(Exchange exchange, SessionId session, BadBody bad) {
        sessions.touch(exchange, session, outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> exchange.refuse(Problem.BAD_REQUEST, bad.detail());
                case Outcome.LockRefused refused -> replies.refuse(exchange, refused.reason());
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }
}
