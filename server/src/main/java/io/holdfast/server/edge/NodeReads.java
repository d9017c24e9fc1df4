package io.holdfast.server.edge;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.node.Node;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads for requests. They see everything that any node has acknowledged, unless the client says
 * {@code Holdfast-Read: stale}: then this node answers from what it has, and says so.
 */
public final class NodeReads {

    /** The header of a request that is content with less, and of the reply that gives less. */
    public static final String HEADER = "Holdfast-Read";

    private static final String STALE = "stale";

    private NodeReads() {}

    public static <A extends @Nullable Object> void read(
            Node node, Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        if (STALE.equals(exchange.header(HEADER))) {
            node.readStale(query, (found, point) -> {
                exchange.header(HEADER, STALE + "; index=" + point.index());
                answer.accept(found, point);
            });
        } else {
            readLatest(node, exchange, query, answer);
        }
    }

    /** The same for what decides whether somebody may do something: no client chooses how fresh. */
    public static <A extends @Nullable Object> void readLatest(
            Node node, Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        node.read(query, answer, () -> refuse(exchange));
    }

    /** Nobody could be asked where the read stands. */
    public static void refuse(Exchange exchange) {
        exchange.header("Retry-After", "1")
                .refuse(Problem.UNAVAILABLE, "the nodes have no leader now; ask again soon");
    }
}
