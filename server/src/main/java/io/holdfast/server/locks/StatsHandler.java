package io.holdfast.server.locks;

import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;

/** {@code GET /v1/stats}: lists every key with its holders and its number of waiters. */
final class StatsHandler implements Handler {

    private final Engine engine;

    StatsHandler(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void handle(Exchange exchange) {
        JsonSteps.reply(
                engine,
                exchange,
                StatsText.factory(),
                StatsText.HTTP.steps(exchange.actor().tenant()));
    }
}
