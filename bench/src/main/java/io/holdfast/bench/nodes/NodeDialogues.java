package io.holdfast.bench.nodes;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Protocol;
import io.holdfast.bench.load.Step;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * The requests of workers of the nodes API, encoded before the load begins.
 *
 * @param host the value of the Host header
 * @param nodes the number of nodes; the first half is for workers, the rest is leased
 */
record NodeDialogues(String host, int nodes) {

    private static final int OK = 200;
    private static final int FIRST = 1_000_000;

    /**
     * Claim, renew and release. Each worker cycles over its own share of the unleased nodes;
     * together they cover all of them.
     */
    IntFunction<Dialogue> leases(int workers) {
        return worker -> {
            String id = id(worker);
            List<Step> pair = List.of(
                    step(worker, id, "claim").expecting("\"status\":\"claimed\""),
                    step(worker, id, "renew").expecting("\"status\":\"renewed\""),
                    step(worker, id, "release").expecting("\"edge\":\"removed\""));
            AtomicInteger at = new AtomicInteger(worker);
            return new Dialogue(List.of(), pair, List.of(), () -> {
                int from = at.get();
                int to = next(from, workers);
                at.set(to);
                pair.forEach(step -> step.rename(id(from), id(to)));
            });
        };
    }

    /** Returns the next node of a worker. */
    int next(int node, int workers) {
        return node + workers < nodes / 2 ? node + workers : node % workers;
    }

    /** The first page of the queue, as seen by a worker without leases. */
    IntFunction<Dialogue> queue() {
        return reader -> new Dialogue(
                List.of(),
                List.of(new Step(
                                Protocol.HTTP,
                                request("GET", "/v1/queue?limit=20", "reader-" + reader, ""),
                                OK)
                        .expecting("\"leased\":")),
                List.of());
    }

    private Step step(int worker, String id, String verb) {
        String path = "/v1/nodes/" + id + "/" + verb;
        return new Step(Protocol.HTTP, request("POST", path, "worker-" + worker, "{}"), OK);
    }

    /** Returns the holder of a node, which is always the same. */
    static String holder(int node) {
        return "holder-" + node % 512;
    }

    /** Returns an id; all have the same length, so that one can overwrite another. */
    static String id(int node) {
        return "task-" + (FIRST + node);
    }

    String request(String method, String path, String token, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer "
                + token + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
