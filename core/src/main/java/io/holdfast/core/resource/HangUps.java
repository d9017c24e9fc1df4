package io.holdfast.core.resource;

import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.RequestLedger;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;

import org.jspecify.annotations.Nullable;

/** Handles clients that disconnect before their call is answered; the same for all APIs. */
public final class HangUps {

    private final Kernel kernel;
    private final RequestLedger ledger;

    public HangUps(Kernel kernel, RequestLedger ledger) {
        this.kernel = kernel;
        this.ledger = ledger;
    }

    /**
     * Returns the abandoned call with its ledger record, or null if nothing has to be undone: the
     * call came from an earlier process, whose waits ended with it, or other calls share its
     * answer.
     */
    public @Nullable CallSite abandoned(Origin call, @Nullable RequestId request, CallSite mine) {
        if (!call.equals(mine.life().origin(call.sequence()))) {
            return null;
        }
        RequestRecord remembered = request == null ? null : ledger.find(request);
        if (remembered != null && !remembered.request().equals(request)) {
            remembered = null;
        }
        CallSite abandoned = new CallSite(mine.life(), call.sequence(), remembered);
        boolean others =
                remembered != null && (ledger.leave(remembered, abandoned) || remembered.shared());
        return others ? null : abandoned;
    }

    /** Ends the wait of an abandoned call, unless another call that joined it takes it over. */
    public void endWait(Waiter waiter, WaitEnd reason, Outcome outcome) {
        CallSite next = waiter.parked() ? ledger.takeJoined(waiter.call(), outcome) : null;
        if (next != null) {
            kernel.handOver(waiter, next);
        } else {
            kernel.leave(waiter, reason);
        }
    }
}
