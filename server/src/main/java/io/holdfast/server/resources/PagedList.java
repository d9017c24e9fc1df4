package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, which may take several reads. It ends when it has enough rows, or early after
 * many rows that did not match.
 *
 * @param <A> the answer to one read
 * @param <P> the place after which a read begins
 */
abstract class PagedList<A, P> {

    /** A page ends early after this many reads, each of which visits at most 1,000 rows. */
    private static final int READS_MAX = 10;

    final Exchange exchange;
    private final Requests requests;
    private final String name;
    private final int limit;
    private final List<Part> found = new ArrayList<>();
    private int reads;

    /** @param name of the field with the rows */
    PagedList(Requests requests, Exchange exchange, String name, int limit) {
        this.requests = requests;
        this.exchange = exchange;
        this.name = name;
        this.limit = limit;
    }

    abstract Query<A> query(P after, int max);

    abstract List<Part> rows(A answer);

    /** Returns where the next read begins; null after the last row. */
    abstract @Nullable P next(A answer);

    abstract String text(P next);

    final void begin(P after) {
        requests.read(exchange, query(after, limit), this::add);
    }

    private void add(A answer, ReadPoint point) {
        found.addAll(rows(answer));
        reads++;
        P next = next(answer);
        if (next == null || found.size() >= limit || reads == READS_MAX) {
            finish(next, point);
        } else if (exchange.isOpen()) {
            requests.readOn(exchange, query(next, limit - found.size()), point, this::add);
        }
    }

    private void finish(@Nullable P next, ReadPoint point) {
        List<Part> parts = new ArrayList<>(found.size() + 2);
        parts.add(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart(name);
        });
        parts.addAll(found);
        parts.add(json -> end(json, next));
        requests.reply(exchange, ResourceJson.FACTORY, point, parts, null);
    }

    private void end(JsonGenerator json, @Nullable P next) throws IOException {
        json.writeEndArray();
        if (next != null) {
            json.writeStringField("next", text(next));
        }
        json.writeEndObject();
        json.writeRaw('\n');
    }
}
