package io.holdfast.server.locks;

import io.holdfast.core.query.Query;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;

/** {@code GET /v1/stats}: every key with who holds it and how many wait. */
final class StatsHandler implements Handler {

    private final Node node;

    StatsHandler(Node node) {
        this.node = node;
    }

    @Override
    public void handle(Exchange exchange) {
        NodeReads.read(
                node,
                exchange,
                new Query.LocksStats(exchange.actor().tenant()),
                (stats, point) -> StatsText.HTTP.write(
                        stats, exchange.loop(), json -> exchange.reply(200, json)));
    }
}
