package io.holdfast.server.resources;

import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.query.OwnedGrants;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends everything that an owner holds, in all APIs. Each grant has its own audit line too. */
final class OwnerRoute {

    /** The maximum number of grants that one request ends. */
    static final int GRANTS_MAX = 10_000;

    /** The maximum number of grants that are ended at the same time. */
    private static final int IN_FLIGHT_MAX = 100;

    private static final String TEMPLATE = "/v1/admin/owners/{owner}/grants";

    private final Requests requests;
    private final AdminActions actions;

    private OwnerRoute(Requests requests, AdminActions actions) {
        this.requests = requests;
        this.actions = actions;
    }

    static Route of(Requests requests, AdminActions actions) {
        OwnerRoute self = new OwnerRoute(requests, actions);
        return Route.of("DELETE", TEMPLATE, LocksDialect.DIALECT, "endGrantsOfOwner", self::handle)
                .needs(Role.ADMIN)
                .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX);
    }

    private void handle(Exchange exchange) {
        String owner = exchange.pathParameter(0);
        String complaint = Owners.complaint(owner);
        if (complaint != null) {
            exchange.refuse(Problem.BAD_REQUEST, complaint);
            return;
        }
        String reason = actions.reason(exchange);
        if (reason != null) {
            new Ending(exchange, owner, reason).begin();
        }
    }

    /** The request in progress. Everything runs on its event loop. */
    private final class Ending {
        private final Exchange exchange;
        private final String owner;
        private final String reason;
        private int ended;
        private int inFlight;
        private Outcome.@Nullable Shared refusal;

        Ending(Exchange exchange, String owner, String reason) {
            this.exchange = exchange;
            this.owner = owner;
            this.reason = reason;
        }

        void begin() {
            requests.readLatest(exchange, query(Place.START), this::found);
        }

        private Query.ListOwnedGrants query(Place after) {
            return new Query.ListOwnedGrants(
                    exchange.actor().tenant(),
                    owner,
                    after,
                    Math.min(IN_FLIGHT_MAX, GRANTS_MAX - ended));
        }

        private void found(OwnedGrants some, ReadPoint point) {
            if (some.grants().isEmpty()) {
                proceed(some.next(), point);
                return;
            }
            inFlight = some.grants().size();
            for (OwnedGrants.Row grant : some.grants()) {
                requests.submitWithoutKey(
                        exchange,
                        exchange.actor(),
                        new ResourceCommand.Break(grant.name(), grant.fence(), reason),
                        outcome -> broken(outcome, some.next(), point));
            }
        }

        private void broken(ResourceOutcome.Break outcome, @Nullable Place next, ReadPoint point) {
            switch (outcome) {
                case Outcome.Done _ -> ended++;
                case Outcome.NotHeld _ -> {
                    // It ended since it was found.
                }
                case Outcome.Shared shared -> refusal = shared;
            }
            inFlight--;
            if (inFlight == 0) {
                proceed(next, point);
            }
        }

        private void proceed(@Nullable Place next, ReadPoint point) {
            Outcome.Shared refused = refusal;
            if (refused != null) {
                finished(refused);
                Requests.refuse(exchange, refused);
            } else if (next == null || ended == GRANTS_MAX || !exchange.isOpen()) {
                finished(Outcome.DONE);
                Map<String, @Nullable Object> reply = new LinkedHashMap<>();
                reply.put("ended", ended);
                reply.put("complete", next == null);
                exchange.reply(200, JsonValues.bytes(reply));
            } else {
                requests.readOn(exchange, query(next), point, this::found);
            }
        }

        private void finished(Outcome outcome) {
            actions.finished(
                    exchange,
                    "end-grants",
                    "owner " + owner + ", grants ended: " + ended,
                    outcome,
                    reason);
        }
    }
}
