package io.holdfast.server.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Reads the resources of all APIs through the view that they share. */
final class ResourcesTest {

    private static final String POOL = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11";
    private static final String LIST = "/v1/resources";

    private static List<String> keys(Reply page) {
        List<String> keys = new ArrayList<>();
        for (JsonNode row : page.json().path("resources")) {
            keys.add(row.path("api").asString() + " " + row.path("key").asString());
        }
        return keys;
    }

    @Test
    void resourceShowsItsHolderAndItsQueueInOrder() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Reply held = server.session().lock("deploy", 600);
            Caller bob = server.session();
            Caller eve = server.session();
            bob.enqueue("deploy");
            server.clock().advanceSeconds(2);
            eve.enqueue("deploy");

            JsonNode seen = server.client().get(LIST + "/locks/deploy").json();

            assertThat(seen.path("held").asInt()).isEqualTo(1);
            assertThat(seen.path("waiting").asInt()).isEqualTo(2);
            assertThat(seen.path("holders").path(0).path("fence").asLong())
                    .isEqualTo(held.json().path("fence").asLong());
            assertThat(seen.path("holders").path(0).path("expires_in_s").asDouble())
                    .isEqualTo(598);
            JsonNode queue = seen.path("queue");
            assertThat(queue.path(0).path("position").asInt()).isEqualTo(1);
            assertThat(queue.path(0).path("id").asLong())
                    .isLessThan(queue.path(1).path("id").asLong());
            assertThat(queue.path(0).path("since").asString())
                    .isEqualTo(seen.path("waiting_since").asString())
                    .isLessThan(queue.path(1).path("since").asString());
            assertThat(queue.path(0).path("in_call").asBoolean()).isFalse();
        }
    }

    @Test
    void listContainsResourcesOfEveryApiAndNoSecrets() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.session().lock("k");
            server.session().semaphore("s", 3);
            server.client().ask("PUT", POOL, "{\"count\":2}");
            server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            server.client().post("/api/v1/apps", "{\"id\":\"a\"}");
            server.client()
                    .post(
                            "/api/v1/apps/a/locks",
                            "{\"lock_expiration\":60}",
                            "X-Client-Id",
                            "secret-client");

            Reply all = server.client().get(LIST);

            String pool = server.client().get(POOL).header("Holdfast-Resource").orElseThrow();
            assertThat(keys(all))
                    .containsExactly(
                            "locks k",
                            "locks s",
                            pool.replace('/', ' '),
                            "claims r",
                            "entities apps/a");
            assertThat(all.body())
                    .doesNotContain("secret-client")
                    .doesNotContain(POOL.substring(3));
            assertThat(keys(server.client().get(LIST + "?api=claims"))).containsExactly("claims r");
            assertThat(server.client()
                            .get(LIST + "/" + pool)
                            .json()
                            .path("held")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void listIsSortedByLongestWaitOrLongestQueue() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (String key : List.of("a", "b", "c")) {
                server.session().lock(key, 600);
            }
            server.session().enqueue("c");
            server.session().enqueue("b");
            server.session().enqueue("b");

            assertThat(keys(server.client().get(LIST + "?sort=wait")))
                    .containsExactly("locks c", "locks b");
            assertThat(keys(server.client().get(LIST + "?sort=queue")))
                    .containsExactly("locks b", "locks c");
            assertThat(keys(server.client().get(LIST + "?state=waiting")))
                    .containsExactly("locks b", "locks c");
            assertThat(keys(server.client().get(LIST)))
                    .containsExactly("locks a", "locks b", "locks c");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"age", "wait", "queue"})
    void pagesContainEveryResourceOnce(String sort) {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (int i = 0; i < 7; i++) {
                server.session().lock("k" + i, 600);
                server.session().enqueue("k" + i);
            }
            List<String> found = new ArrayList<>();
            String after = "";
            do {
                Reply page = server.client()
                        .get(LIST + "?limit=3&sort=" + sort
                                + (after.isEmpty() ? "" : "&after=" + after));
                found.addAll(keys(page));
                after = page.json().path("next").asString("");
            } while (!after.isEmpty());

            assertThat(found).doesNotHaveDuplicates().hasSize(7);
        }
    }

    @Test
    void listIsFilteredByKeyAndOwner() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.session().post("locks/deploy-eu", "{}", "X-Holdfast-Owner", "ann");
            server.session().post("locks/deploy-us", "{}", "X-Holdfast-Owner", "bob");
            server.session().post("locks/deploy-us/enqueue", "", "X-Holdfast-Owner", "ann");
            server.session().lock("cron");

            assertThat(keys(server.client().get(LIST + "?prefix=deploy-")))
                    .containsExactly("locks deploy-eu", "locks deploy-us");
            assertThat(keys(server.client().get(LIST + "?owner=ann")))
                    .containsExactly("locks deploy-eu", "locks deploy-us");
            assertThat(keys(server.client().get(LIST + "?owner=bob")))
                    .containsExactly("locks deploy-us");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?api=lock", "?sort=name", "?state=busy", "?limit=0", "?after=x"})
    void invalidQueryIs400(String query) {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            assertThat(server.client().get(LIST + query).status()).isEqualTo(400);
        }
    }

    @Test
    void unknownResourceIs404() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            assertThat(server.client().get(LIST + "/locks/none").error()).isEqualTo("not_found");
            assertThat(server.client().get(LIST + "/lock/none").status()).isEqualTo(404);
            assertThat(server.client().get(LIST + "/pools/none").status()).isEqualTo(400);
        }
    }
}
