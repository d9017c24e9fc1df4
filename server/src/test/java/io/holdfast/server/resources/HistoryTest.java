package io.holdfast.server.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Shows who held a resource and when, and estimates waits from it. */
final class HistoryTest {

    private static final String POOL = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11";
    private static final String ESTIMATE = "Holdfast-Estimated-Wait";

    private static List<String> owners(Reply page) {
        List<String> owners = new ArrayList<>();
        for (JsonNode grant : page.json().path("history")) {
            owners.add(grant.path("key").asString() + " " + grant.path("owner").asString());
        }
        return owners;
    }

    /** Holds a lock for some seconds under this name. */
    private static void hold(TestServer server, String key, String owner, int seconds) {
        Caller caller = server.session();
        String token = caller.post(
                        "locks/" + key, "{\"lease_ttl_s\":600}", "X-Holdfast-Owner", owner)
                .json()
                .path("token")
                .asString();
        server.clock().advanceSeconds(seconds);
        caller.release(key, token);
    }

    @Test
    void resourceShowsItsPastGrantsTheNewestFirst() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            hold(server, "deploy", "ann", 3);
            Caller bob = server.session();
            Reply held = bob.lock("deploy", 600);
            long fence = held.json().path("fence").asLong();
            server.client()
                    .ask(
                            "DELETE",
                            "/v1/resources/locks/deploy/holders/" + fence + "?reason=it+hangs",
                            "");

            JsonNode history =
                    server.client().get("/v1/resources/locks/deploy").json().path("history");

            assertThat(history.size()).isEqualTo(2);
            assertThat(history.path(0).path("fence").asLong()).isEqualTo(fence);
            assertThat(history.path(0).path("end").asString()).isEqualTo("broken");
            assertThat(history.path(0).path("reason").asString()).isEqualTo("it hangs");
            assertThat(history.path(1).path("owner").asString()).isEqualTo("ann");
            assertThat(history.path(1).path("held_s").asDouble()).isEqualTo(3);
            assertThat(history.path(1).path("end").asString()).isEqualTo("released");
        }
    }

    @Test
    void historyIsKeptAfterTheKeyWasRemoved() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            hold(server, "deploy", "ann", 3);
            server.clock().advanceSeconds(600);
            JsonNode seen = server.client().get("/v1/resources/locks/deploy").json();
            assertThat(seen.path("held").asInt()).isZero();
            assertThat(seen.has("limit")).isFalse();
            assertThat(seen.path("history").size()).isEqualTo(1);
        }
    }

    @Test
    void historyIsSearchedByOwnerKeyAndTime() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            hold(server, "deploy", "ann", 30);
            String between = Instant.ofEpochMilli(server.clock().wallMillis())
                    .plusSeconds(1)
                    .toString();
            server.clock().advanceSeconds(2);
            hold(server, "deploy", "bob", 30);
            hold(server, "other", "ann", 30);

            assertThat(owners(server.client().get("/v1/history?owner=ann")))
                    .containsExactly("deploy ann", "other ann");
            assertThat(owners(server.client().get("/v1/history?prefix=dep")))
                    .containsExactly("deploy bob", "deploy ann");
            assertThat(owners(server.client().get("/v1/history?at=" + between))).isEmpty();
            assertThat(owners(server.client().get("/v1/history?to=" + between)))
                    .containsExactly("deploy ann");
            assertThat(owners(server.client().get("/v1/history?from=" + between)))
                    .containsExactly("deploy bob", "other ann");
        }
    }

    @Test
    void waitsThatEndedWithoutAGrantAreInTheHistory() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = server.session();
            String token = ann.post("locks/k", "{\"lease_ttl_s\":600}").text("token");
            CompletableFuture<Reply> bob = server.session()
                    .start("locks/k", "{\"acquire_timeout_s\":3}", "X-Holdfast-Owner", "bob");
            server.awaitQueued("k", 1);
            server.clock().advanceSeconds(3);
            assertThat(Client.await(bob).text("status")).isEqualTo("timeout");
            Caller cem = server.session();
            cem.post("locks/k/enqueue", "{}", "X-Holdfast-Owner", "cem");
            Caller dan = server.session();
            dan.post("locks/k/enqueue", "{}", "X-Holdfast-Owner", "dan");
            server.clock().advanceSeconds(2);
            long waiter = resource(server, "k").path("queue").path(1).path("id").asLong();
            server.client()
                    .ask("DELETE", "/v1/resources/locks/k/waiters/" + waiter + "?reason=stale", "");
            server.client().ask("DELETE", "/v1/sessions/" + cem.id(), "");
            server.clock().advanceSeconds(1);
            ann.release("k", token);

            JsonNode history = resource(server, "k").path("history");

            assertThat(texts(history, "kind")).containsExactly("grant", "wait", "wait", "wait");
            assertThat(texts(history, "end"))
                    .containsExactly("released", "session_ended", "removed", "timed_out");
            assertThat(history.path(0).path("held_s").asDouble()).isEqualTo(6);
            assertThat(history.path(2).path("owner").asString()).isEqualTo("dan");
            assertThat(history.path(2).path("reason").asString()).isEqualTo("stale");
            assertThat(history.path(2).path("waited_s").asDouble()).isEqualTo(2);
            assertThat(history.path(3).path("owner").asString()).isEqualTo("bob");
            assertThat(history.path(3).path("waited_s").asDouble()).isEqualTo(3);
            assertThat(owners(server.client().get("/v1/history?owner=cem")))
                    .containsExactly("k cem");
        }
    }

    @Test
    void historyShowsWhyOneWaiterWasServedBeforeAnother() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = server.session();
            String token = ann.post("locks/k", "{\"lease_ttl_s\":600}").text("token");
            for (String owner : List.of("bob", "cem")) {
                server.session().post("locks/k/enqueue", "{}", "X-Holdfast-Owner", owner);
                server.clock().advanceSeconds(1);
            }
            ann.release("k", token);
            server.clock().advanceSeconds(60);

            JsonNode history = resource(server, "k").path("history");

            JsonNode cem = history.path(0);
            JsonNode bob = history.path(1);
            assertThat(cem.path("owner").asString()).isEqualTo("cem");
            assertThat(bob.path("owner").asString()).isEqualTo("bob");
            assertThat(bob.path("fence").asLong()).isLessThan(cem.path("fence").asLong());
            assertThat(Instant.parse(bob.path("queued").asString()).plusSeconds(1))
                    .isEqualTo(Instant.parse(cem.path("queued").asString()));
        }
    }

    private static JsonNode resource(TestServer server, String key) {
        return server.client().get("/v1/resources/locks/" + key).json();
    }

    private static List<String> texts(JsonNode rows, String field) {
        List<String> texts = new ArrayList<>();
        rows.forEach(row -> texts.add(row.path(field).asString()));
        return texts;
    }

    @Test
    void heldSlotsOfAPoolHaveTheirNumbers() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.client().ask("PUT", POOL, "{\"count\":3}");
            server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            String name = server.client().get(POOL).header("Holdfast-Resource").orElseThrow();

            assertThat(name).startsWith("pools/");
            JsonNode holders =
                    server.client().get("/v1/resources/" + name).json().path("holders");
            assertThat(holders.path(0).path("slot").asInt()).isZero();
            assertThat(holders.path(1).path("slot").asInt()).isEqualTo(1);
        }
    }

    @Test
    void pagesContainEveryGrantOnce() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (int i = 0; i < 5; i++) {
                hold(server, "k" + i, "ann", 1);
            }
            List<String> all = new ArrayList<>();
            String after = "";
            do {
                Reply page = server.client().get("/v1/history?limit=2" + after);
                all.addAll(owners(page));
                after = page.json().has("next")
                        ? "&after=" + page.json().path("next").asString()
                        : "";
            } while (!after.isEmpty());
            assertThat(all).containsExactly("k0 ann", "k1 ann", "k2 ann", "k3 ann", "k4 ann");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "at=yesterday",
                "from=2026-11-16T14:00:00Z&to=2026-11-16T13:00:00Z",
                "at=2026-11-16T14:00:00Z&to=2026-11-16T15:00:00Z",
                "after=x",
                "limit=0",
                "api=unknown"
            })
    void invalidQueryIs400(String query) {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            assertThat(server.client().get("/v1/history?" + query).status()).isEqualTo(400);
        }
    }

    @Test
    void historyCanBeTurnedOff() {
        try (TestServer server = TestServer.ephemeral("--history", "0")) {
            Caller ann = server.session();
            String token = ann.lock("k", 600).json().path("token").asString();
            ann.release("k", token);
            assertThat(owners(server.client().get("/v1/history"))).isEmpty();
        }
    }

    @Test
    void waiterLearnsItsPositionAndAnEstimate() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (int i = 0; i < 3; i++) {
                hold(server, "deploy", "ann", 10);
            }
            server.session().lock("deploy", 600);
            server.clock().advanceSeconds(4);

            Reply queued = server.session().enqueue("deploy");
            Reply late = server.session().post("locks/deploy", "{\"acquire_timeout_s\":0}");

            assertThat(queued.header("Holdfast-Position")).contains("1");
            assertThat(queued.header(ESTIMATE)).contains("6.000;low=6.000;high=6.000");
            assertThat(late.json().path("status").asString()).isEqualTo("timeout");
            assertThat(late.header("Retry-After")).contains("16");
            assertThat(server.client()
                            .get("/v1/resources/locks/deploy")
                            .json()
                            .path("queue")
                            .path(0)
                            .path("estimate_s")
                            .path("typical")
                            .asDouble())
                    .isEqualTo(6);
        }
    }

    @Test
    void emptyPoolTellsWhenASlotIsLikelyToBeFree() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.client().ask("PUT", POOL, "{\"count\":1}");
            for (int i = 0; i < 3; i++) {
                String lease = server.client()
                        .post(POOL + "/borrow", "{\"ttl\":60}")
                        .json()
                        .path("lease")
                        .asString();
                server.clock().advanceSeconds(8);
                server.client().post(POOL + "/return", "{\"lease\":\"" + lease + "\"}");
            }
            server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            Reply none = server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            assertThat(none.status()).isEqualTo(409);
            assertThat(none.header("Retry-After")).contains("8");
        }
    }

    @Test
    void waitingClaimHasItsPositionInAHeader() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            Reply third = server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            assertThat(third.status()).isEqualTo(202);
            assertThat(third.header("Holdfast-Position")).contains("2");
            assertThat(server.client().get("/v1/claims/3/").header("Holdfast-Position"))
                    .contains("2");
        }
    }

    @Test
    void removedWaiterGetsATimeoutAndTheNextOneMovesUp() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.session().lock("deploy", 600);
            Caller bob = server.session();
            bob.enqueue("deploy");
            server.session().enqueue("deploy");
            JsonNode queue =
                    server.client().get("/v1/resources/locks/deploy").json().path("queue");
            String waiter = "/v1/resources/locks/deploy/waiters/"
                    + queue.path(0).path("id").asLong();

            assertThat(server.client().ask("DELETE", waiter, "").status()).isEqualTo(400);
            assertThat(server.client()
                            .ask("DELETE", waiter + "?reason=stale", "")
                            .status())
                    .isEqualTo(204);
            Reply again = server.client().ask("DELETE", waiter + "?reason=stale", "");
            assertThat(again.status()).isEqualTo(404);
            assertThat(again.json().path("error").asString()).isEqualTo("not_queued");
            assertThat(server.client()
                            .get("/v1/resources/locks/deploy")
                            .json()
                            .path("queue")
                            .path(0)
                            .path("id")
                            .asLong())
                    .isEqualTo(queue.path(1).path("id").asLong());
            assertThat(bob.post("locks/deploy/wait", "{\"timeout_s\":0}").status())
                    .isEqualTo(409);
        }
    }
}
