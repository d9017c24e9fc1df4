package io.holdfast.server.edge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.LaneCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JSON reply that is read and rendered step by step. The machine is queried for the next page
 * only when the client has read the previous output, so that a long list neither blocks the lane
 * nor fills the memory.
 *
 * <p>Threading: everything runs on the event loop of the reply.
 */
public final class JsonSteps implements BodySource {

    /** The maximum size of a piece. */
    public static final int PIECE_BYTES_MAX = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(JsonSteps.class);

    /** A part of the document that is rendered at once, such as one row of a list. */
    @FunctionalInterface
    public interface Part {
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * One read.
     *
     * @param then adds its answer to the document, and returns the next read; null if there is none
     */
    public record Step<A extends @Nullable Object>(Query<A> query, Then<A> then) {}

    /** Processes an answer. */
    @FunctionalInterface
    public interface Then<A extends @Nullable Object> {
        @Nullable
        Step<?> take(A answer, Consumer<Part> parts);
    }

    private final Engine engine;
    private final Executor loop;
    private final BooleanSupplier isOpen;
    private final ReadPoint begun;
    private final Bytes out = new Bytes();
    private final JsonGenerator json;
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private @Nullable Step<?> next;

    private JsonSteps(
            Engine engine,
            Executor loop,
            BooleanSupplier isOpen,
            JsonFactory factory,
            ReadPoint begun) {
        assert LaneCheck.isOutside();
        this.engine = engine;
        this.loop = loop;
        this.isOpen = isOpen;
        this.begun = begun;
        try {
            this.json = factory.createGenerator(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Continues a read; the answer comes in a separate turn of the loop. */
    static <A extends @Nullable Object> void readOn(
            Engine engine,
            Executor loop,
            Query<A> query,
            ReadPoint begun,
            BiConsumer<A, ReadPoint> answer) {
        engine.readOn(
                query,
                begun,
                (found, point) -> TurnGroups.atNextTurn(loop, () -> answer.accept(found, point)));
    }

    /** Continues after the answer to the first read. */
    public static <A extends @Nullable Object> JsonSteps of(
            Engine engine,
            Executor loop,
            BooleanSupplier isOpen,
            JsonFactory factory,
            Step<A> first,
            A answer,
            ReadPoint point) {
        JsonSteps steps = new JsonSteps(engine, loop, isOpen, factory, point);
        steps.next = first.then().take(answer, steps.parts::add);
        return steps;
    }

    /** Replies with a document of which the given parts are known. */
    static void reply(
            Engine engine,
            Exchange exchange,
            JsonFactory factory,
            ReadPoint begun,
            List<Part> parts,
            @Nullable Step<?> next) {
        JsonSteps steps = new JsonSteps(engine, exchange.loop(), exchange::isOpen, factory, begun);
        steps.parts.addAll(parts);
        steps.next = next;
        steps.send(exchange);
    }

    /**
     * Replies with the document. The first step may reply with an error instead, and then adds
     * nothing.
     */
    static <A extends @Nullable Object> void reply(
            Engine engine,
            Exchange exchange,
            JsonFactory factory,
            Step<A> first,
            A answer,
            ReadPoint point) {
        of(engine, exchange.loop(), exchange::isOpen, factory, first, answer, point)
                .send(exchange);
    }

    /** A document that fits into one piece is sent with its length; a longer one is streamed. */
    private void send(Exchange exchange) {
        if (parts.isEmpty() && next == null) {
            return;
        }
        render();
        if (isRendered() && out.size() <= PIECE_BYTES_MAX) {
            exchange.reply(200, out.take(PIECE_BYTES_MAX));
        } else {
            exchange.stream(200, "application/json", this);
        }
    }

    @Override
    public void next(Taker taker) {
        Step<?> step = next;
        render();
        if (out.size() >= PIECE_BYTES_MAX) {
            taker.piece(out.take(PIECE_BYTES_MAX));
        } else if (parts.isEmpty() && step != null) {
            read(step, taker);
        } else {
            taker.last(out.take(PIECE_BYTES_MAX));
        }
    }

    private <A extends @Nullable Object> void read(Step<A> step, Taker taker) {
        readOn(engine, loop, step.query(), begun, (answer, point) -> {
            if (isOpen.getAsBoolean()) {
                take(step, answer, taker);
            }
        });
    }

    private <A extends @Nullable Object> void take(Step<A> step, A answer, Taker taker) {
        try {
            next = step.then().take(answer, parts::add);
            next(taker);
        } catch (RuntimeException e) {
            LOG.error("cannot render a reply", e);
            taker.broken();
        }
    }

    private boolean isRendered() {
        return parts.isEmpty() && next == null;
    }

    private void render() {
        try {
            while (out.size() < PIECE_BYTES_MAX && !parts.isEmpty()) {
                parts.remove().write(json);
                json.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rendered bytes that are not sent yet. */
    private static final class Bytes extends ByteArrayOutputStream {

        Bytes() {
            super(1024);
        }

        /** Removes and returns up to this many bytes. */
        byte[] take(int max) {
            int length = Math.min(max, count);
            byte[] taken = Arrays.copyOf(buf, length);
            System.arraycopy(buf, length, buf, 0, count - length);
            count -= length;
            return taken;
        }
    }
}
