package io.holdfast.server.locks;

import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;

/** {@code GET /v1/stats}: lists every key with its holders and its number of waiters. */
final class StatsHandler implements Handler {

    private final Requests requests;

    StatsHandler(Requests requests) {
        this.requests = requests;
    }

    @Override
    public void handle(Exchange exchange) {
        requests.reply(
                exchange,
                StatsText.factory(),
                StatsText.HTTP.steps(exchange.actor().tenant()));
    }
}
