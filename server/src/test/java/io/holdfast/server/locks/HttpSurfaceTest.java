package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Behaviours 59 to 64 of the contract, and the rules for bodies, keys, tokens and statistics. */
final class HttpSurfaceTest {

    private TestServer server;
    private Caller ann;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        ann = server.session();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName(
            "59. Missing session header 400; unknown session 410; bad key 400 takes precedence over"
                    + " both.")
    void checksRunInTheContractsOrder() {
        Caller nobody = new Caller(server.client(), "f".repeat(32));
        Caller odd = new Caller(server.client(), "not-an-id");

        Reply missing = server.client().post("/v1/locks/k", "{}");
        assertThat(missing.status()).isEqualTo(400);
        assertThat(missing.text("detail")).contains("X-Dflockd-Session");
        assertThat(nobody.lock("k").status()).isEqualTo(410);
        assertThat(odd.lock("k").status()).isEqualTo(410);
        assertThat(nobody.post("locks/k", "not json").status()).isEqualTo(410);
        assertThat(odd.post("locks/k", "not json").status()).isEqualTo(410);
        assertThat(server.client().post("/v1/locks/a%20b", "{}").text("detail")).contains("key");
        assertThat(nobody.post("locks/a%20b", "{}").status()).isEqualTo(400);
        assertThat(ann.post("locks/k", "not json").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"acquire_timeout_s\":0,\"limit\":1}",
                "{\"acquire_timeout_s\":0}{}",
                "{\"acquire_timeout_s\":0} 1",
                "{\"acquire_timeout_s\":1.0}",
                "{\"acquire_timeout_s\":1e3}",
                "{\"acquire_timeout_s\":\"1\"}",
                "{\"acquire_timeout_s\":true}",
                "{\"acquire_timeout_s\":-1}",
                "{\"acquire_timeout_s\":9223372037}",
                "{\"lease_ttl_s\":9223372036854775808}",
                "{\"lease_ttl_s\":01}",
                "{\"acquire_timeout_s\":0",
                "{\"acquire_timeout_s\":0,}",
                "[]",
                "7",
                "\"x\"",
                "{'acquire_timeout_s':0}",
                "{\"a\":{\"b\":[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]}}"
            })
    @DisplayName("60. Unknown JSON field, trailing second value, or fractional number is 400.")
    void invalidBodyIs400(String body) {
        Reply reply = ann.post("locks/k", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.error()).isEqualTo("bad_request");
        assertThat(reply.text("detail")).isNotEmpty();
        assertThat(server.stats().path("locks").size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                " {} \n",
                "{\"acquire_timeout_s\":null,\"lease_ttl_s\":null}",
                "{\"ACQUIRE_timeout_S\":0}",
                "{\"acquire_timeout_s\":5,\"acquire_timeout_s\":0}",
                "{\"acquire_timeout_s\":9223372036,\"lease_ttl_s\":9223372036}"
            })
    @DisplayName(
            "1.5: null leaves a field at 0, a body of null is an empty object, names match in any"
                    + " case, the last of two wins, seconds go to 9223372036.")
    void unusualBodyIsReadAsByDflockd(String body) {
        assertThat(ann.post("locks/k", body).text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName("1.1: A body of more than 1 MiB is 400 `bad_request`, not 413; 64 kB are read.")
    void oversizedBodyIs400() {
        for (int blanks : new int[] {1 << 20, 64 << 10}) {
            Reply reply = ann.post("locks/k", " ".repeat(blanks) + "{}");

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.error()).isEqualTo("bad_request");
        }
        assertThat(ann.post("locks/k", " ".repeat((64 << 10) - 2) + "{}").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("61. Timeout reply omits `token` and `lease_ttl_s` entirely.")
    void timeoutReplyHasNoToken() {
        server.session().lock("k");

        assertThat(ann.lock("k").body()).isEqualTo("{\"status\":\"timeout\"}\n");
    }

    @Test
    @DisplayName("62. Lock enqueue accepts no body; semaphore enqueue does not.")
    void onlyALockEnqueueNeedsNoBody() {
        assertThat(ann.post("locks/k/enqueue", "").text("status")).isEqualTo("acquired");
        assertThat(ann.post("semaphores/s/enqueue", "").status()).isEqualTo(400);
        assertThat(ann.post("semaphores/s/enqueue", "{}").status()).isEqualTo(400);
        assertThat(ann.post("locks/k", "").status()).isEqualTo(400);
        assertThat(ann.post("locks/k/wait", "").status()).isEqualTo(400);
        assertThat(ann.post("locks/k/release", "").status()).isEqualTo(400);
    }

    @Test
    @DisplayName("63. `GET /v1/locks/k` is 405 with `Allow: POST`.")
    void wrongMethodIs405WithAllow() {
        Reply reply = server.client().get("/v1/locks/k");

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.error()).isEqualTo("method_not_allowed");
        assertThat(reply.header("Allow")).contains("POST");
        assertThat(server.client().post("/v1/stats", "").header("Allow")).contains("GET, HEAD");
        assertThat(server.client().get("/v1/sessions/x").header("Allow")).contains("DELETE");
    }

    @Test
    @DisplayName("64. `%20` in a key is 400; `%2F` is a legal key character.")
    void spaceInAKeyIs400AndASlashIsAllowed() {
        for (String blank : new String[] {"%20", "%09", "%0D", "%0A"}) {
            assertThat(ann.post("locks/a" + blank, "{}").status()).isEqualTo(400);
        }
        assertThat(ann.post("locks/a%2Fb", "{}").text("status")).isEqualTo("ok");
        assertThat(server.row("locks", "a/b").isMissingNode()).isFalse();
    }

    @Test
    void keyHas1To256BytesOfAnyOtherCharacter() {
        assertThat(ann.post("locks/" + "k".repeat(256), "{}").status()).isEqualTo(200);
        assertThat(ann.post("locks/" + "k".repeat(257), "{}").status()).isEqualTo(400);
        assertThat(ann.post("locks/" + "%C3%A9".repeat(128), "{}").status()).isEqualTo(200);
        assertThat(ann.post("locks/" + "%C3%A9".repeat(128) + "k", "{}").status())
                .isEqualTo(400);
        assertThat(ann.post("locks/%E2%80%A8%3C%22%5C", "{}").status()).isEqualTo(200);
        assertThat(ann.post("locks/%FF", "{}").status()).isEqualTo(400);
    }

    @Test
    @DisplayName("1.4: A key literally named `release` works; unknown and empty paths are 404.")
    void keyMayBeNamedLikeAnOperation() {
        assertThat(ann.post("locks/release", "{}").text("status")).isEqualTo("ok");
        assertThat(ann.post("locks/wait/wait", "{\"timeout_s\":0}").error())
                .isEqualTo("not_enqueued");
        assertThat(ann.post("locks/", "{}").status()).isEqualTo(404);
        assertThat(ann.post("locks/a/b/c", "{}").error()).isEqualTo("not_found");
        assertThat(ann.post("locks/k/steal", "{}").status()).isEqualTo(404);
        assertThat(server.client().get("/v1//stats").status()).isEqualTo(404);
        assertThat(server.client().get("/").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "'',400",
        "'a b',400",
        "'a\tb',400",
        "short,404",
        "0123456789ABCDEF0123456789ABCDEF,404",
        "00000000000000000000000000000000,404"
    })
    void malformedTokenIsNotHeldAndOneWithSpacesIs400(String token, int status) {
        ann.lock("k");
        String escaped = token.replace("\t", "\\t");

        assertThat(ann.release("k", escaped).status()).isEqualTo(status);
        assertThat(ann.renew("k", escaped).status()).isEqualTo(status);
    }

    @Test
    void tokenOfMoreThan256BytesIs400() {
        assertThat(ann.release("k", "x".repeat(256)).status()).isEqualTo(404);
        assertThat(ann.release("k", "x".repeat(257)).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"0,400", "-1,400", "1048576,200", "1048577,400"})
    void limitIsFrom1To1048576(long limit, int status) {
        String body = "{\"acquire_timeout_s\":0,\"limit\":" + limit + "}";

        assertThat(ann.post("semaphores/s", body).status()).isEqualTo(status);
    }

    @Test
    void semaphoreNeedsALimit() {
        assertThat(ann.post("semaphores/s", "{\"acquire_timeout_s\":0}").status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("1.11: The statistics show keys in use, idle keys, holders, waiters and fences.")
    void statsShowEveryKey() {
        long fence = ann.lock("l", 30).fence();
        CompletableFuture<Reply> waiting = server.session().lockWithin("l", 60);
        server.awaitQueued("l", 1);
        ann.semaphore("s", 5);
        ann.semaphore("s", 5);
        ann.release("il", ann.lock("il").token());
        ann.releaseSemaphore("is", ann.semaphore("is", 1).token());
        server.clock().advanceNanos(2_500_000_000L);

        JsonNode stats = server.stats();

        assertThat(stats.path("connections").asInt()).isEqualTo(2);
        JsonNode lock = stats.path("locks").path(0);
        assertThat(lock.path("key").asString()).isEqualTo("l");
        assertThat(lock.path("owner_conn_id").asLong()).isPositive();
        assertThat(lock.path("lease_expires_in_s").asDouble()).isEqualTo(27.5);
        assertThat(lock.path("waiters").asInt()).isEqualTo(1);
        assertThat(lock.path("held_by").path(0).path("fence").asLong()).isEqualTo(fence);
        assertThat(lock.path("since").asString()).endsWith("Z");
        assertThat(lock.path("waiting_since").asString()).endsWith("Z");
        JsonNode semaphore = stats.path("semaphores").path(0);
        assertThat(semaphore.path("limit").asInt()).isEqualTo(5);
        assertThat(semaphore.path("holders").asInt()).isEqualTo(2);
        assertThat(semaphore.path("held_by").size()).isEqualTo(2);
        assertThat(stats.path("idle_locks").toString())
                .isEqualTo("[{\"key\":\"il\",\"idle_s\":2.5}]");
        assertThat(stats.path("idle_semaphores").toString())
                .isEqualTo("[{\"key\":\"is\",\"idle_s\":2.5}]");
        assertThat(waiting).isNotDone();
    }

    @Test
    void statsOfAnEmptyServerHaveEmptyArrays() {
        ann.delete();

        assertThat(server.client().get("/v1/stats").body())
                .isEqualTo("{\"connections\":0,\"locks\":[],\"semaphores\":[],\"idle_locks\":[],"
                        + "\"idle_semaphores\":[]}\n");
    }

    @Test
    @DisplayName("Decided: Every grant carries `fence` beside `token`; `queued` its `position`.")
    void grantsCarryFencesAndPlacesPositions() {
        Reply granted = ann.enqueue("k");

        assertThat(granted.body())
                .matches("\\{\"status\":\"acquired\",\"token\":\"[0-9a-f]{32}\","
                        + "\"lease_ttl_s\":33,\"fence\":[0-9]+}\n");
        server.session().enqueue("k");
        assertThat(server.session().enqueue("k").body())
                .isEqualTo("{\"status\":\"queued\",\"position\":2}\n");
    }

    @Test
    @DisplayName("10, over HTTP: A lease of 0 is the default, and so is none at all.")
    void leaseOfZeroIsTheDefault() {
        assertThat(ann.lock("a", 0).json().path("lease_ttl_s").asInt()).isEqualTo(33);
        assertThat(ann.post("locks/b", "{}").json().path("lease_ttl_s").asInt()).isEqualTo(33);
        String token = ann.lock("c", 600).token();
        assertThat(ann.renew("c", token, 0).json().path("remaining_s").asInt()).isEqualTo(33);
    }

    @Test
    @DisplayName("27, over HTTP: Whoever dropped its place and enqueues again is told the tail.")
    void droppedPlaceIsRejoinedAtTheTail() {
        Caller bob = server.session();
        ann.lock("k");
        assertThat(bob.enqueue("k").json().path("position").asInt()).isEqualTo(1);
        server.session().enqueue("k");
        bob.collect("k");

        assertThat(bob.enqueue("k").json().path("position").asInt()).isEqualTo(2);
    }
}
