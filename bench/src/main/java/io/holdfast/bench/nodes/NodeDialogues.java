package io.holdfast.bench.nodes;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Protocol;
import io.holdfast.bench.load.Step;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * What workers say to a server of work nodes, as bytes made before the load begins.
 *
 * @param host the value of the Host header
 * @param nodes how many nodes there are; the first half is for workers, the rest is leased
 */
record NodeDialogues(String host, int nodes) {

    private static final int OK = 200;
    private static final int FIRST = 1_000_000;

    /**
     * Claim, renew and release. The workers roam: each goes round over its own share of the nodes
     * that nobody has, and all together over all of them.
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

    /** Where a worker that is done with a node goes on. */
    int next(int node, int workers) {
        return node + workers < nodes / 2 ? node + workers : node % workers;
    }

    /** The first page of the queue, as a worker that holds nothing sees it. */
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

    /** The same node is leased by the same holder wherever it is asked about. */
    static String holder(int node) {
        return "holder-" + node % 512;
    }

    /** All of one length, so that one can be written over another. */
    static String id(int node) {
        return "task-" + (FIRST + node);
    }

    String request(String method, String path, String token, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer "
                + token + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
