package io.holdfast.server.nodes;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.WorkView;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Exchange;

import java.nio.charset.StandardCharsets;

/**
 * All nodes as an archive, some at a time and as fast as the client takes them, so that others are
 * served in between and the archive is never in memory as a whole. A node that is written meanwhile
 * stands in it as it was when its turn came.
 */
final class Export implements BodySource {

    /** How many nodes are read at a time; some of them may be as long as a text may be. */
    static final int PAGE = 64;

    private final Calls calls;
    private final Exchange exchange;
    private final TarFile tar;
    private String after = "";

    Export(Calls calls, Exchange exchange, TarFile tar) {
        this.calls = calls;
        this.exchange = exchange;
        this.tar = tar;
    }

    @Override
    public void next(Taker taker) {
        Query.ListWorkNodes query = new Query.ListWorkNodes(Calls.tenant(exchange), after, PAGE);
        calls.read(exchange, query, page -> {
            page.nodes().forEach(node -> add(node.node()));
            if (page.complete()) {
                taker.last(tar.end());
            } else {
                after = page.nodes().getLast().node().id();
                taker.piece(tar.take());
            }
        });
    }

    private void add(WorkView node) {
        tar.add("nodes/" + node.id() + ".md", NodeText.raw(node).getBytes(StandardCharsets.UTF_8));
    }
}
