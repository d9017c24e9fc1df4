package io.holdfast.server.claims;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.ClaimsOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.QueueWait;
import io.holdfast.server.claims.ClaimBody.Change;
import io.holdfast.server.claims.ClaimBody.NewClaim;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.WaitHeaders;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Origins;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles the routes that create, read and change one claim. */
final class ClaimHandlers {

    private final Requests requests;
    private final Origins origins;
    private final Watches watches;
    private final int dataBytesMax;

    ClaimHandlers(Requests requests, Origins origins, Watches watches, int dataBytesMax) {
        this.requests = requests;
        this.origins = origins;
        this.watches = watches;
        this.dataBytesMax = dataBytesMax;
    }

    void create(Exchange exchange) {
        NewClaim wanted;
        try {
            wanted = ClaimBody.newClaim(exchange.body(), dataBytesMax);
        } catch (BadClaim bad) {
            ClaimErrors.refuse(exchange, bad);
            return;
        }
        ClaimsCommand.Create command = new ClaimsCommand.Create(
                exchange.actor().tenant(),
                wanted.resource(),
                wanted.ttlNanos(),
                exchange.actor().principal(),
                wanted.data());
        // The address identifies the client: two clients with the same key must not share a claim.
        requests.submit(
                exchange,
                exchange.clientAddress(),
                command,
                outcome -> created(exchange, wanted, outcome));
    }

    private void created(Exchange exchange, NewClaim wanted, ClaimsOutcome.Create outcome) {
        switch (outcome) {
            case Outcome.Claimed(ClaimState state) -> {
                ClaimAnswer claim = new ClaimAnswer(
                        state, wanted.resource(), "", wanted.data(), QueueWait.NONE);
                String origin = origins.of(exchange);
                exchange.header("Location", ClaimJson.url(origin, state.id()));
                // The status at creation: a retry gets the same code, even after later changes.
                byte[] json = ClaimJson.one(origin, claim);
                if (state.status() == ClaimStatus.ACTIVE) {
                    show(exchange, 201, claim, json);
                } else {
                    queued(exchange, claim, json);
                }
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Replies with a waiting claim and its place in the queue, which the outcome does not have. */
    private void queued(Exchange exchange, ClaimAnswer claim, byte[] json) {
        requests.readApplied(
                exchange,
                new Query.FindClaim(exchange.actor().tenant(), claim.state().id()),
                found -> {
                    if (found != null) {
                        WaitHeaders.queued(exchange, found.queueWait());
                    }
                    show(exchange, 202, claim, json);
                });
    }

    void find(Exchange exchange) {
        long id = id(exchange);
        long seconds = Watches.seconds(exchange.header("Prefer"));
        if (seconds > 0) {
            exchange.header("Preference-Applied", "wait=" + seconds);
            watches.watch(exchange, id, seconds, this::answer);
            return;
        }
        requests.read(
                exchange,
                new Query.FindClaim(exchange.actor().tenant(), id),
                (claim, point) -> answer(exchange, claim, new Watches.Rendered()));
    }

    /** Replies with a claim; runs on the request's event loop. */
    private void answer(Exchange exchange, @Nullable ClaimAnswer claim, Watches.Rendered rendered) {
        if (claim == null) {
            ClaimErrors.notFound(exchange);
        } else {
            String origin = origins.of(exchange);
            WaitHeaders.queued(exchange, claim.queueWait());
            show(exchange, 200, claim, rendered.json(origin, claim));
        }
    }

    private static void show(Exchange exchange, int status, ClaimAnswer claim, byte[] json) {
        ClaimState state = claim.state();
        if (state.fence() != 0) {
            exchange.header("X-Fence", Long.toString(state.fence()));
        }
        exchange.header("ETag", Watches.tag(state.status()));
        exchange.reply(status, json);
    }

    void change(Exchange exchange) {
        Change change;
        try {
            change = ClaimBody.change(exchange.body());
        } catch (BadClaim bad) {
            ClaimErrors.refuse(exchange, bad);
            return;
        }
        ClaimStatus to = change.status();
        long id = id(exchange);
        Authority may = Authority.of(exchange.principal());
        if (to == ClaimStatus.REVOKED && !may.mayRevoke()) {
            exchange.denied("this needs the role admin: revoked");
            ClaimErrors.reply(
                    exchange,
                    403,
                    Map.of(ClaimErrors.MESSAGE, "Revoking a claim needs the role admin"));
            return;
        }
        Actor actor = exchange.actor();
        if (may.onlyOf() != null || actor.principal().isEmpty()) {
            submit(exchange, change, may.onlyOf());
            return;
        }
        // The audit log distinguishes changes to the caller's own claims from changes to others'. A
        // claim's creator never changes, so a local read is enough.
        requests.readApplied(
                exchange,
                new Query.FindClaim(actor.tenant(), id),
                claim -> submit(
                        exchange,
                        change,
                        claim != null && claim.creator().equals(actor.principal())
                                ? actor.principal()
                                : null));
    }

    private void submit(Exchange exchange, Change change, @Nullable String onlyOf) {
        ClaimStatus to = change.status();
        long id = id(exchange);
        String tenant = exchange.actor().tenant();
        ClaimsCommand.Update command = to == null
                ? new ClaimsCommand.Prolong(tenant, id, onlyOf, change.ttlNanos())
                : new ClaimsCommand.Move(tenant, id, onlyOf, to);
        requests.submit(
                exchange,
                exchange.clientAddress(),
                command,
                outcome -> changed(exchange, to, outcome));
    }

    private void changed(
            Exchange exchange, @Nullable ClaimStatus to, ClaimsOutcome.Update outcome) {
        switch (outcome) {
            case Outcome.Claimed(ClaimState state) -> changed(exchange, state);
            case Outcome.Done _ -> exchange.reply(204, "application/json", new byte[0]);
            case Outcome.ClaimRefused refused -> {
                if (refused.reason() == ClaimRefusal.NOT_FOUND && refused.id() == 0) {
                    ClaimErrors.notFound(exchange);
                } else {
                    ClaimErrors.refuse(exchange, refused, to);
                }
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /**
     * Replies with the whole claim. Outcomes are kept for retries and therefore omit data that may
     * be large. This member has applied the command, so a local read is enough.
     */
    private void changed(Exchange exchange, ClaimState state) {
        requests.readApplied(
                exchange,
                new Query.FindClaim(exchange.actor().tenant(), state.id()),
                claim -> answer(
                        exchange,
                        claim == null
                                ? null
                                : new ClaimAnswer(
                                        state,
                                        claim.resource(),
                                        claim.creator(),
                                        claim.data(),
                                        QueueWait.NONE),
                        new Watches.Rendered()));
    }

    /** Returns the claim id, or zero, which no claim has, if the path has no valid id. */
    private static long id(Exchange exchange) {
        String text = exchange.pathParameter(0);
        if (text.isEmpty() || text.length() > 18) {
            return 0;
        }
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return 0;
            }
            id = id * 10 + (digit - '0');
        }
        return id;
    }
}
