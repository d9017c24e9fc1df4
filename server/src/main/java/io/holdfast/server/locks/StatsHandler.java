package io.holdfast.server.locks;

import io.holdfast.log.node.Node;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;

/** {@code GET /v1/stats}: lists every key with its holders and its number of waiters. */
final class StatsHandler implements Handler {

    private final Node node;

    StatsHandler(Node node) {
        this.node = node;
    }

    @Override
    public void handle(Exchange exchange) {
        JsonSteps.reply(
                node,
                exchange,
                StatsText.factory(),
                StatsText.HTTP.steps(exchange.actor().tenant()));
    }
}
