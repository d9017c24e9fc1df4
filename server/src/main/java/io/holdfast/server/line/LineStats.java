package io.holdfast.server.line;

import io.holdfast.core.query.Query.StatsAnswer;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.locks.StatsText;

import org.jspecify.annotations.Nullable;

/**
 * The reply to {@code stats}: one line, possibly long, that is written in pieces as the client
 * reads it.
 *
 * <p>Threading: the connection's event loop, except for the taker's methods.
 */
final class LineStats implements BodySource.Taker {

    private static final byte[] OK = {'o', 'k', ' '};

    private final LineConnection connection;
    private final Engine engine;
    private @Nullable JsonSteps source;

    /** True while a requested piece is pending. */
    private boolean asked;

    LineStats(LineConnection connection, Engine engine) {
        this.connection = connection;
        this.engine = engine;
    }

    void begin() {
        Step<StatsAnswer> first = StatsText.LINE.steps(connection.actor().tenant());
        engine.read(
                first.query(),
                (answer, point) -> execute(() -> begun(first, answer, point)),
                () -> execute(() -> connection.endStats(this, Word.ERROR)));
    }

    private void begun(Step<StatsAnswer> first, StatsAnswer answer, ReadPoint point) {
        source = JsonSteps.of(
                engine,
                connection.loop().executor(),
                () -> connection.writes(this),
                StatsText.factory(),
                first,
                answer,
                point);
        connection.writeStats(this, OK);
        ask();
    }

    /** Requests the next piece, unless one is pending or the client reads too slowly. */
    void ask() {
        JsonSteps steps = source;
        if (steps != null && !asked && connection.takesMore(this)) {
            asked = true;
            steps.next(this);
        }
    }

    @Override
    public void piece(byte[] bytes) {
        // Yields to the loop's other connections between two pieces.
        execute(() -> {
            asked = false;
            connection.writeStats(this, bytes);
            ask();
        });
    }

    @Override
    public void last(byte[] bytes) {
        execute(() -> {
            connection.writeStats(this, bytes);
            connection.endStats(this, null);
        });
    }

    private void execute(Runnable task) {
        connection.loop().executor().execute(task);
    }

    /** Closes the connection, so that the client cannot mistake part of a line for all of it. */
    @Override
    public void broken() {
        execute(() -> connection.drop(this));
    }
}
