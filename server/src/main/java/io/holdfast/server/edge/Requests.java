package io.holdfast.server.edge;

import com.fasterxml.jackson.core.JsonFactory;
import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way of all HTTP requests to the engine and back. Commands get the request id of their
 * {@code Idempotency-Key}. Answers are handed over on the request's event loop, so that nothing is
 * rendered in the engine's lane.
 *
 * <p>Reads are linearizable, unless the client sends {@code Holdfast-Read: stale}: then this member
 * answers from its own state, and says so.
 */
public final class Requests {

    /** The header of a request for a stale read, and of its reply. */
    public static final String READ_HEADER = "Holdfast-Read";

    private static final String STALE = "stale";
    private static final Outcome.Shared NO_LEADER = Refusal.NO_LEADER.outcome();

    private final Engine engine;

    public Requests(Engine engine) {
        this.engine = engine;
    }

    public Engine engine() {
        return engine;
    }

    /**
     * Submits a command.
     *
     * @param client scopes the Idempotency-Key within the principal, so that no client gets
     *     another's answer
     * @return false if the Idempotency-Key is invalid, which has been answered
     */
    public <O extends Outcome> boolean submit(
            Exchange exchange, String client, Command<O> command, Consumer<O> answer) {
        return submit(exchange, exchange.actor(), client, command, answer);
    }

    /** Submits a command of an actor that differs from the request's. */
    public <O extends Outcome> boolean submit(
            Exchange exchange, Actor actor, String client, Command<O> command, Consumer<O> answer) {
        if (!isKeyValid(exchange)) {
            return false;
        }
        TraceMarks.submits(exchange, command);
        engine.submit(new SimpleCall<>(
                actor,
                RequestIds.of(exchange, client),
                command,
                outcome -> exchange.onLoop(() -> answer.accept(outcome))));
        return true;
    }

    /** Submits a command regardless of the Idempotency-Key. */
    public <O extends Outcome> void submitWithoutKey(
            Exchange exchange, Actor actor, Command<O> command, Consumer<O> answer) {
        TraceMarks.submits(exchange, command);
        engine.submit(new SimpleCall<>(
                actor, null, command, outcome -> exchange.onLoop(() -> answer.accept(outcome))));
    }

    /** Submits a command that may wait, and that is abandoned if the client disconnects. */
    public <O extends Outcome> void submitWaiting(
            Exchange exchange,
            Actor actor,
            String client,
            Command<O> command,
            WaitingCall.Abandonment<O> abandonment,
            Consumer<O> answer) {
        if (isKeyValid(exchange)) {
            HttpCall<O> call = new HttpCall<>(
                    engine,
                    exchange,
                    actor,
                    RequestIds.of(exchange, client),
                    command,
                    abandonment,
                    answer);
            call.submit();
            exchange.onHangUp(call::hangUp);
            exchange.onInputEnded(call::inputEnded);
        }
    }

    /** Returns whether the Idempotency-Key is absent or valid; otherwise the request is refused. */
    public static boolean isKeyValid(Exchange exchange) {
        String problem = RequestIds.problem(exchange);
        if (problem != null) {
            exchange.refuse(Problem.BAD_REQUEST, problem);
        }
        return problem == null;
    }

    /** Replies with an outcome that every command may have, in the error format of the API. */
    public static void refuse(Exchange exchange, Outcome.Shared outcome) {
        exchange.refuse(outcome, SharedText.of(outcome, RequestIds.isSent(exchange)));
    }

    public <A extends @Nullable Object> void read(
            Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        readInLane(exchange, query, onLoop(exchange, answer));
    }

    /** Reads for an authorization decision: always linearizable, regardless of the header. */
    public <A extends @Nullable Object> void readLatest(
            Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        engine.read(query, onLoop(exchange, answer), () -> refuseRead(exchange));
    }

    /** Hands the answer over in the lane, before anything else can happen there. */
    public <A extends @Nullable Object> void readInLane(
            Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> answer) {
        if (isStale(exchange)) {
            engine.readStale(query, (found, point) -> {
                sayStale(exchange, point);
                answer.accept(found, point);
            });
        } else {
            engine.read(query, answer, () -> refuseRead(exchange));
        }
    }

    /** Answers from this member's applied state, which contains what the caller was told. */
    public <A extends @Nullable Object> void readApplied(
            Exchange exchange, Query<A> query, Consumer<A> answer) {
        engine.readStale(query, (found, point) -> exchange.onLoop(() -> answer.accept(found)));
    }

    /** Continues a read; the answer comes in a separate turn of the loop. */
    public <A extends @Nullable Object> void readOn(
            Exchange exchange, Query<A> query, ReadPoint begun, BiConsumer<A, ReadPoint> answer) {
        JsonSteps.readOn(engine, exchange.loop(), query, begun, answer);
    }

    /** Replies with a JSON document that takes several reads. */
    public void reply(Exchange exchange, JsonFactory factory, JsonSteps.Step<?> first) {
        begin(exchange, factory, first);
    }

    private <A extends @Nullable Object> void begin(
            Exchange exchange, JsonFactory factory, JsonSteps.Step<A> first) {
        read(
                exchange,
                first.query(),
                (answer, point) ->
                        JsonSteps.reply(engine, exchange, factory, first, answer, point));
    }

    /** Replies with the known parts of a document and continues with the remaining reads. */
    public void reply(
            Exchange exchange,
            JsonFactory factory,
            ReadPoint begun,
            List<JsonSteps.Part> parts,
            JsonSteps.@Nullable Step<?> next) {
        JsonSteps.reply(engine, exchange, factory, begun, parts, next);
    }

    /** Returns whether the client accepts a stale read. */
    public static boolean isStale(Exchange exchange) {
        return STALE.equals(exchange.header(READ_HEADER));
    }

    public static void sayStale(Exchange exchange, ReadPoint point) {
        exchange.header(READ_HEADER, STALE + "; index=" + point.index());
    }

    /** Replies that there is no leader to confirm the read. */
    public static void refuseRead(Exchange exchange) {
        exchange.onLoop(() -> exchange.header("Retry-After", "1")
                .refuse(Problem.UNAVAILABLE, SharedText.of(NO_LEADER, false)));
    }

    /** Always takes a turn of the loop, so that a chain of reads does not deepen the stack. */
    private static <A extends @Nullable Object> BiConsumer<A, ReadPoint> onLoop(
            Exchange exchange, BiConsumer<A, ReadPoint> answer) {
        return (found, point) -> exchange.loop().execute(() -> answer.accept(found, point));
    }
}
