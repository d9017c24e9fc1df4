package io.holdfast.server.edge;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads for requests. They are linearizable, unless the client sends {@code Holdfast-Read: stale}:
 * then this member answers from its own state, and says so. Answers are handed over on the
 * request's event loop, so that nothing is rendered in the engine's lane.
 */
public final class NodeReads {

    /** The header of a request for a stale read, and of its reply. */
    public static final String HEADER = "Holdfast-Read";

    private static final String STALE = "stale";

    private NodeReads() {}

    public static <A extends @Nullable Object> void read(
            Engine engine, Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        readInLane(engine, exchange, query, onLoop(exchange, answer));
    }

    /** Reads for an authorization decision: always linearizable, regardless of the header. */
    public static <A extends @Nullable Object> void readLatest(
            Engine engine, Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        engine.read(query, onLoop(exchange, answer), () -> refuse(exchange));
    }

    /** Hands the answer over in the lane, before anything else can happen there. */
    public static <A extends @Nullable Object> void readInLane(
            Engine engine, Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        if (isStale(exchange)) {
            engine.readStale(query, (found, point) -> {
                sayStale(exchange, point);
                answer.accept(found, point);
            });
        } else {
            engine.read(query, answer, () -> refuse(exchange));
        }
    }

    /** Returns whether the client accepts a stale read. */
    public static boolean isStale(Exchange exchange) {
        return STALE.equals(exchange.header(HEADER));
    }

    public static void sayStale(Exchange exchange, ReadPoint point) {
        exchange.header(HEADER, STALE + "; index=" + point.index());
    }

    /** Continues a read; the answer comes in a separate turn of the loop. */
    public static <A extends @Nullable Object> void readOn(
            Engine engine,
            Executor loop,
            Query<A> query,
            ReadPoint begun,
            BiConsumer<A, ReadPoint> answer) {
        engine.readOn(
                query,
                begun,
                (found, point) -> atNextTurn(loop, () -> answer.accept(found, point)));
    }

    /**
     * Runs a task after the loop has polled its sockets again. While it has tasks, the loop may do
     * nothing else for up to a second, so long work must not continue through plain tasks.
     */
    public static void atNextTurn(Executor loop, Runnable task) {
        loop.execute(() -> {
            if (loop instanceof ScheduledExecutorService turns) {
                turns.schedule(task, 0, TimeUnit.NANOSECONDS);
            } else {
                task.run();
            }
        });
    }

    private static <A extends @Nullable Object> BiConsumer<A, ReadPoint> onLoop(
            Exchange exchange, BiConsumer<A, ReadPoint> answer) {
        return (found, point) -> exchange.loop().execute(() -> answer.accept(found, point));
    }

    /** Replies that there is no leader to confirm the read. */
    public static void refuse(Exchange exchange) {
        exchange.header("Retry-After", "1")
                .refuse(Problem.UNAVAILABLE, "the cluster has no leader now; retry soon");
    }
}
