package io.holdfast.server.line;

import io.holdfast.core.query.Query.StatsAnswer;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.locks.StatsText;

import org.jspecify.annotations.Nullable;

/**
 * The reply to {@code stats} on its way: one line, which may be long, written piece by piece as the
 * client takes it.
 *
 * <p>Threading: the connection's event loop, apart from the taker's methods.
 */
final class LineStats implements BodySource.Taker {

    private static final byte[] OK = {'o', 'k', ' '};

    private final LineConnection connection;
    private final Node node;
    private @Nullable JsonSteps source;

    /** Whether a piece was asked for and has not come. */
    private boolean asked;

    LineStats(LineConnection connection, Node node) {
        this.connection = connection;
        this.node = node;
    }

    void begin() {
        Step<StatsAnswer> first = StatsText.LINE.steps(connection.actor().tenant());
        node.read(
                first.query(),
                (answer, point) -> execute(() -> begun(first, answer, point)),
                () -> execute(() -> connection.endStats(this, Word.ERROR)));
    }

    private void begun(Step<StatsAnswer> first, StatsAnswer answer, ReadPoint point) {
        source = JsonSteps.of(
                node,
                connection.loop().executor(),
                () -> connection.writes(this),
                StatsText.factory(),
                first,
                answer,
                point);
        connection.writeStats(this, OK);
        ask();
    }

    /** Asks for the next piece, unless one is due or the client is behind. */
    void ask() {
        JsonSteps steps = source;
        if (steps != null && !asked && connection.takesMore(this)) {
            asked = true;
            steps.next(this);
        }
    }

    @Override
    public void piece(byte[] bytes) {
        // A turn of the loop between two pieces lets its other connections have theirs.
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

    /** Half a line must not be taken for a whole one, so that the connection ends. */
    @Override
    public void broken() {
        execute(() -> connection.drop(this));
    }
}
