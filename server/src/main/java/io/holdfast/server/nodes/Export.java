package io.holdfast.server.nodes;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Exchange;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Streams all nodes as an archive, page by page and at the client's pace. Other requests are served
 * in between, and the archive is never in memory as a whole. A node that changes meanwhile appears
 * as it was when it was read.
 */
final class Export implements BodySource {

    private final Calls calls;
    private final Exchange exchange;
    private final TarFile tar;
    private final ReadPoint begun;
    private String after = "";
    private byte[] made = {};
    private int given;
    private boolean complete;

    Export(Calls calls, Exchange exchange, TarFile tar, ReadPoint begun) {
        this.calls = calls;
        this.exchange = exchange;
        this.tar = tar;
        this.begun = begun;
    }

    @Override
    public void next(Taker taker) {
        if (given < made.length || complete) {
            give(taker);
            return;
        }
        Query.ListNodes query = new Query.ListNodes(Calls.tenant(exchange), after);
        calls.readOn(exchange, query, begun, page -> {
            page.nodes().forEach(node -> add(node.node()));
            String last = page.lastId();
            complete = last == null;
            after = last == null ? "" : last;
            made = complete ? tar.end() : tar.take();
            given = 0;
            give(taker);
        });
    }

    private void give(Taker taker) {
        int from = given;
        given = Math.min(made.length, from + JsonSteps.PIECE_BYTES_MAX);
        byte[] piece = Arrays.copyOfRange(made, from, given);
        if (complete && given == made.length) {
            taker.last(piece);
        } else {
            taker.piece(piece);
        }
    }

    private void add(NodeVersion node) {
        tar.add(
                "nodes/" + node.id() + ".md",
                NodeDocument.raw(node).getBytes(StandardCharsets.UTF_8));
    }
}
