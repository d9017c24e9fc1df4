package io.holdfast.server.claims;

import com.fasterxml.jackson.core.JsonGenerator;

import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Origins;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code GET /v1/claims/}. A filter may match few of many claims, so the list is read in parts and
 * the machine serves other requests in between.
 */
final class ClaimLists implements Handler {

    /** A page with more data than this ends early and links to the next page. */
    private static final long DATA_BYTES_MAX = 16 << 20;

    private final Requests requests;
    private final Origins origins;

    ClaimLists(Requests requests, Origins origins) {
        this.requests = requests;
        this.origins = origins;
    }

    @Override
    public void handle(Exchange exchange) {
        Filters filters;
        try {
            filters = Filters.of(exchange);
        } catch (BadClaim bad) {
            ClaimErrors.refuse(exchange, bad);
            return;
        }
        if (filters.limit() == 0) {
            exchange.reply(200, "[]\n".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        new Listing(exchange, filters).begin();
    }

    /** A list in progress. */
    private final class Listing {
        private final Exchange exchange;
        private final Filters filters;
        private final List<ClaimAnswer> found = new ArrayList<>();
        private long dataBytes;

        Listing(Exchange exchange, Filters filters) {
            this.exchange = exchange;
            this.filters = filters;
        }

        void begin() {
            requests.read(exchange, query(0, filters.offset()), this::add);
        }

        private Query.ListClaims query(long afterId, long skip) {
            // One more than requested, to detect whether there is another page.
            int wanted = filters.limit() + 1 - found.size();
            return new Query.ListClaims(
                    exchange.actor().tenant(), filters.filter(), afterId, skip, wanted);
        }

        private void add(ClaimsPage page, ReadPoint point) {
            boolean cut = false;
            for (ClaimAnswer claim : page.claims()) {
                dataBytes += claim.data() == null ? 0 : claim.data().size();
                cut |= dataBytes > DATA_BYTES_MAX && !found.isEmpty();
                if (!cut) {
                    found.add(claim);
                }
            }
            boolean full = cut || found.size() > filters.limit();
            if (full || page.complete()) {
                finish(full, point);
            } else if (exchange.isOpen()) {
                requests.readOn(exchange, query(page.lastId(), page.skipLeft()), point, this::add);
            }
        }

        /** Sends the {@code Link} header first, because claims are rendered while they are sent. */
        private void finish(boolean more, ReadPoint point) {
            if (found.size() > filters.limit()) {
                found.removeLast();
            }
            String origin = origins.of(exchange);
            if (more) {
                exchange.header("Link", "<" + origin + next() + ">; rel=\"next\"");
            }
            List<Part> parts = new ArrayList<>(found.size() + 2);
            parts.add(JsonGenerator::writeStartArray);
            found.forEach(claim -> parts.add(json -> ClaimJson.write(json, origin, claim)));
            parts.add(json -> {
                json.writeEndArray();
                json.writeRaw('\n');
            });
            requests.reply(exchange, ClaimJson.FACTORY, point, parts, null);
        }

        /** Returns the same query with the next offset. */
        private String next() {
            StringBuilder path = new StringBuilder(ClaimsDialect.PATH).append('?');
            for (String part : exchange.rawQuery().split("&", -1)) {
                if (!part.isEmpty() && !part.startsWith("offset=")) {
                    path.append(part).append('&');
                }
            }
            return path.append("offset=")
                    .append(filters.offset() + found.size())
                    .toString();
        }
    }
}
