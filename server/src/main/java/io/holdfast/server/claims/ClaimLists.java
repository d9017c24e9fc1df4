package io.holdfast.server.claims;

import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.edge.Origins;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code GET /v1/claims/}. A filter may fit few of many claims, so that the machine is asked for a
 * part at a time and goes on with other things in between.
 */
final class ClaimLists implements Handler {

    /** How many claims the machine looks at before it does something else: about a millisecond. */
    private static final int LOOKS_MAX = 5_000;

    /** A page of more data than this ends early; its next one is announced. */
    private static final long DATA_BYTES_MAX = 16 << 20;

    /** An answer of more claims than this is written on a thread of its own. */
    private static final int CLAIMS_ON_LOOP_MAX = 200;

    private final Node node;
    private final Origins origins;

    ClaimLists(Node node, Origins origins) {
        this.node = node;
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
            exchange.reply(200, ClaimJson.list("", List.of()));
            return;
        }
        new Listing(exchange, filters).ask(0, filters.offset());
    }

    /** One list on its way. */
    private final class Listing {
        private final Exchange exchange;
        private final Filters filters;
        private final List<ClaimAnswer> found = new ArrayList<>();
        private long dataBytes;

        Listing(Exchange exchange, Filters filters) {
            this.exchange = exchange;
            this.filters = filters;
        }

        void ask(long afterId, long skip) {
            // One more than asked for, which tells whether there is another page.
            int wanted = filters.limit() + 1 - found.size();
            NodeReads.read(
                    node,
                    exchange,
                    new Query.ListClaims(
                            exchange.actor().tenant(),
                            filters.filter(),
                            afterId,
                            skip,
                            wanted,
                            LOOKS_MAX),
                    (page, point) -> add(page));
        }

        private void add(ClaimsPage page) {
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
                finish(full);
            } else if (exchange.isOpen()) {
                ask(page.lastId(), page.skipLeft());
            }
        }

        private void finish(boolean more) {
            if (found.size() > filters.limit()) {
                found.removeLast();
            }
            Runnable write = () -> {
                String origin = origins.of(exchange);
                if (more) {
                    exchange.header("Link", "<" + origin + next() + ">; rel=\"next\"");
                }
                exchange.reply(200, ClaimJson.list(origin, found));
            };
            if (found.size() > CLAIMS_ON_LOOP_MAX) {
                Thread.ofVirtual().name("claims").start(write);
            } else {
                exchange.loop().execute(write);
            }
        }

        /** The same query with the next offset. */
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
