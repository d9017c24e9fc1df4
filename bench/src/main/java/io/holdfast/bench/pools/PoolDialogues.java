package io.holdfast.bench.pools;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Protocol;
import io.holdfast.bench.load.Step;
import io.holdfast.bench.servers.Subject;

import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;

/**
 * The requests to the pools API, encoded before the load begins.
 *
 * @param host the value of the Host header
 * @param nonce makes this benchmark's pools unique on a server that others use too
 */
record PoolDialogues(String host, long nonce) {

    static final int SLOTS = 100;
    private static final int OK = 200;
    private static final String LEASE_FILLER = "L".repeat(36);

    static PoolDialogues of(Subject subject, long nonce) {
        return new PoolDialogues(subject.host(), nonce);
    }

    /** Two fixed replies: the limit of the listener itself. */
    IntFunction<Dialogue> fixed() {
        return connection -> {
            String get = "GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
            Step first = new Step(Protocol.HTTP, get, OK);
            Step second = new Step(Protocol.HTTP, get, OK);
            return new Dialogue(List.of(), List.of(first, second), List.of());
        };
    }

    /**
     * Borrow and return on one pool for all; if there are more connections than slots, they wait.
     */
    IntFunction<Dialogue> one() {
        return connection -> pair(pool(0), SLOTS);
    }

    /** The same with connections spread over that many pools. */
    IntFunction<Dialogue> spread(int pools, int connections) {
        int step = Math.max(1, pools / connections);
        return connection -> pair(pool(1 + connection * step % pools), SLOTS);
    }

    private Dialogue pair(String pool, int slots) {
        Step put = step("PUT", pool, "{\"count\":" + slots + "}").expecting("\"count\":" + slots);
        Step giveBack = step("POST", pool + "/return", "{\"lease\":\"" + LEASE_FILLER + "\"}")
                .expecting("{\"returned\":true}");
        Step borrow = step("POST", pool + "/borrow", "{\"ttl\":600,\"wait\":60}")
                .capturing("\"lease\":\"", LEASE_FILLER, List.of(giveBack));
        return new Dialogue(List.of(put), List.of(borrow, giveBack), List.of());
    }

    private Step step(String method, String path, String body) {
        return new Step(Protocol.HTTP, request(method, path, body), OK);
    }

    String request(String method, String path, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** Returns the path of the pool with that number. */
    String pool(int number) {
        return "/l/" + new UUID(nonce, number);
    }
}
