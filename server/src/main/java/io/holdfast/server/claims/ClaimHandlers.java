package io.holdfast.server.claims;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.claims.ClaimBody.Change;
import io.holdfast.server.claims.ClaimBody.NewClaim;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.SimpleCall;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Origins;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles the routes that create, read and change one claim. */
final class ClaimHandlers {

    private final Engine engine;
    private final Origins origins;
    private final Watches watches;
    private final int dataBytesMax;

    ClaimHandlers(Engine engine, Origins origins, Watches watches, int dataBytesMax) {
        this.engine = engine;
        this.origins = origins;
        this.watches = watches;
        this.dataBytesMax = dataBytesMax;
    }

    void create(Exchange exchange) {
        NewClaim wanted;
        RequestId request;
        try {
            wanted = ClaimBody.newClaim(exchange.body(), dataBytesMax);
            request = request(exchange);
        } catch (BadClaim bad) {
            ClaimErrors.refuse(exchange, bad);
            return;
        }
        ClaimsCommand command = new ClaimsCommand.Create(
                exchange.actor().tenant(),
                wanted.resource(),
                wanted.ttlNanos(),
                exchange.actor().principal(),
                wanted.data());
        engine.submit(new SimpleCall(
                exchange.actor(), request, command, outcome -> created(exchange, wanted, outcome)));
    }

    private void created(Exchange exchange, NewClaim wanted, Outcome outcome) {
        if (!(outcome instanceof Outcome.Claimed(ClaimState state))) {
            other(exchange, outcome, null);
            return;
        }
        ClaimAnswer claim = new ClaimAnswer(state, wanted.resource(), "", wanted.data());
        exchange.loop().execute(() -> {
            String origin = origins.of(exchange);
            exchange.header("Location", ClaimJson.url(origin, state.id()));
            // The status at creation: a retry gets the same code, even after later changes.
            int status = state.status() == ClaimStatus.ACTIVE ? 201 : 202;
            show(exchange, status, claim, ClaimJson.one(origin, claim));
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
        NodeReads.read(
                engine,
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
        RequestId request;
        try {
            change = ClaimBody.change(exchange.body());
            request = request(exchange);
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
            submit(exchange, change, request, may.onlyOf());
            return;
        }
        // The audit log distinguishes changes to the caller's own claims from changes to others'. A
        // claim's creator never changes, so a local read is enough.
        engine.readStale(
                new Query.FindClaim(actor.tenant(), id),
                (claim, point) -> submit(
                        exchange,
                        change,
                        request,
                        claim != null && claim.creator().equals(actor.principal())
                                ? actor.principal()
                                : null));
    }

    private void submit(
            Exchange exchange,
            Change change,
            @Nullable RequestId request,
            @Nullable String onlyOf) {
        ClaimStatus to = change.status();
        long id = id(exchange);
        String tenant = exchange.actor().tenant();
        ClaimsCommand command = to == null
                ? new ClaimsCommand.Prolong(tenant, id, onlyOf, change.ttlNanos())
                : new ClaimsCommand.Move(tenant, id, onlyOf, to);
        engine.submit(new SimpleCall(
                exchange.actor(), request, command, outcome -> changed(exchange, to, outcome)));
    }

    private void changed(Exchange exchange, @Nullable ClaimStatus to, Outcome outcome) {
        if (!(outcome instanceof Outcome.Claimed(ClaimState state))) {
            other(exchange, outcome, to);
            return;
        }
        // Outcomes are kept for retries and therefore omit data that may be large. This member has
        // applied the command, so a local read is enough.
        engine.readStale(
                new Query.FindClaim(exchange.actor().tenant(), state.id()),
                (claim, point) -> exchange.loop()
                        .execute(() -> answer(
                                exchange,
                                claim == null
                                        ? null
                                        : new ClaimAnswer(
                                                state,
                                                claim.resource(),
                                                claim.creator(),
                                                claim.data()),
                                new Watches.Rendered())));
    }

    private static void other(Exchange exchange, Outcome outcome, @Nullable ClaimStatus to) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.reply(204, "application/json", new byte[0]);
            case Outcome.ClaimRefused refused -> {
                if (refused.reason() == ClaimRefusal.NOT_FOUND && refused.id() == 0) {
                    ClaimErrors.notFound(exchange);
                } else {
                    ClaimErrors.refuse(exchange, refused, to);
                }
            }
            case Outcome.Refused refused -> ClaimErrors.refuse(exchange, refused.reason());
            case Outcome.Unknown _ -> ClaimErrors.unknown(exchange);
            case Outcome.Claimed _,
                    Outcome.Granted _,
                    Outcome.Queued _,
                    Outcome.TimedOut _,
                    Outcome.Renewed _,
                    Outcome.Opened _,
                    Outcome.Lent _,
                    Outcome.Pool _,
                    Outcome.EntityLocked _,
                    Outcome.NodeChanged _,
                    Outcome.NodeRefused _,
                    Outcome.EntityRefused _ ->
                throw new IllegalStateException("claims call has an unexpected outcome");
        }
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

    private static @Nullable RequestId request(Exchange exchange) throws BadClaim {
        String key = exchange.header(RequestIds.HEADER);
        if (key == null) {
            return null;
        }
        if (!RequestIds.isKey(key)) {
            throw new BadClaim(
                    RequestIds.HEADER,
                    RequestIds.HEADER + " must be 1 to " + RequestIds.KEY_CHARACTERS_MAX
                            + " visible ASCII characters");
        }
        // The address identifies the client: two clients with the same key must not share a claim.
        return RequestIds.of(exchange, exchange.clientAddress(), key);
    }
}
