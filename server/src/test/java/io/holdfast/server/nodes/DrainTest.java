package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Many workers drain one queue. Some die while they hold a lease; when it expires, another worker
 * claims the node, and every node is worked exactly once.
 */
final class DrainTest {

    private static final int WORKERS = 32;
    private static final int NODES = 2_000;
    private static final int BATCH = 500;
    private static final int DIES_ONE_IN = 50;
    private static final long TTL_SECONDS = 60;

    private final Random chance = new Random(0x5EED);
    private final Map<String, String> worked = new ConcurrentHashMap<>();
    private final AtomicInteger twice = new AtomicInteger();
    private final AtomicInteger deaths = new AtomicInteger();

    @Test
    void everyNodeIsWorkedExactlyOnceDespiteDyingWorkers() {
        try (TestServer server =
                TestServer.ephemeral("--nodes-claim-ttl", Long.toString(TTL_SECONDS))) {
            write(server);
            int rounds = 0;
            while (worked.size() < NODES) {
                round(server);
                // A dead worker's leases last until they expire, not longer.
                server.clock().advanceSeconds(TTL_SECONDS);
                assertThat(++rounds).as("rounds").isLessThan(50);
            }
            assertThat(twice.get()).isZero();
            assertThat(deaths.get()).isPositive();
            assertThat(rounds).isGreaterThan(1);
            JsonNode left = Person.of(server, "auditor").queue("");
            assertThat(left.path("count").asInt()).isZero();
            assertThat(left.has("leased")).isFalse();
        }
    }

    private static void write(TestServer server) {
        Person author = Person.of(server, "author");
        for (int from = 0; from < NODES; from += BATCH) {
            StringBuilder body = new StringBuilder("{\"nodes\":[");
            for (int i = from; i < from + BATCH; i++) {
                body.append(i == from ? "" : ",")
                        .append("{\"id\":\"task-")
                        .append(i)
                        .append("\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\"}");
            }
            assertThat(author.ask("POST", "/v1/nodes", body.append("]}").toString())
                            .status())
                    .isEqualTo(200);
        }
    }

    /** Runs all workers until each has died or found no node. */
    private void round(TestServer server) {
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Person worker = Person.of(server, "worker-" + i);
            workers.add(look(worker, new Random(chance.nextLong())));
        }
        workers.forEach(Client::await);
    }

    private CompletableFuture<Void> look(Person worker, Random luck) {
        return worker.start("GET", "/v1/queue?limit=" + WORKERS, "")
                .thenCompose(queue -> pick(worker, queue.json(), luck));
    }

    private CompletableFuture<Void> pick(Person worker, JsonNode queue, Random luck) {
        JsonNode items = queue.path("items");
        if (items.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        String id = items.get(luck.nextInt(items.size())).path("id").asString();
        return worker.start("POST", "/v1/nodes/" + id + "/claim", "{}")
                .thenCompose(claim -> work(worker, id, claim, luck));
    }

    private CompletableFuture<Void> work(Person worker, String id, Reply claim, Random luck) {
        if (claim.status() == 409) {
            return look(worker, luck);
        }
        assertThat(claim.status()).isEqualTo(200);
        if (luck.nextInt(DIES_ONE_IN) == 0) {
            deaths.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        }
        if (worked.put(id, worker.token()) != null) {
            twice.incrementAndGet();
        }
        return worker.start("POST", "/v1/nodes/" + id + "/status", "{\"status\":\"abandoned\"}")
                .thenCompose(done -> {
                    assertThat(done.status()).isEqualTo(200);
                    return worker.start("POST", "/v1/nodes/" + id + "/release", "");
                })
                .thenCompose(released -> {
                    assertThat(released.status()).isEqualTo(200);
                    return look(worker, luck);
                });
    }
}
