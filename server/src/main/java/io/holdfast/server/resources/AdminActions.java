package io.holdfast.server.resources;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;

import org.jspecify.annotations.Nullable;

/**
 * What all actions of an admin against other clients have in common: a reason and an audit line.
 */
final class AdminActions {

    private static final String RETRY_SECONDS = "10";

    private final Audit audit;

    AdminActions(Audit audit) {
        this.audit = audit;
    }

    /** Returns the reason; null if the action must not begin, which has been answered. */
    @Nullable
    String reason(Exchange exchange) {
        String reason = BreakReason.required(exchange);
        if (reason != null && !audit.hasRoom()) {
            exchange.header("Retry-After", RETRY_SECONDS)
                    .refuse(Problem.UNAVAILABLE, "the audit log cannot be written");
            return null;
        }
        return reason;
    }

    /** Writes the audit line of a finished action. */
    void finished(Exchange exchange, String verb, String what, Outcome outcome, String reason) {
        audit.overruled(
                exchange.actor(), exchange.principal().agent(), verb, what, outcome, reason);
    }
}
