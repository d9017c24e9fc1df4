package io.holdfast.server.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Breaks a grant of each API and checks what the operator and the holder see. */
final class BreakTest {

    private static final String POOL = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11";
    private static final String WHY = "?reason=holder%20is%20stuck";

    @TempDir
    private Path directory;

    private static String path(String api, String key, long fence) {
        return "/v1/resources/" + api + "/" + key + "/holders/" + fence;
    }

    private static Reply breakGrant(TestServer server, String api, String key, long fence) {
        return server.client().ask("DELETE", path(api, key, fence) + WHY, "");
    }

    /**
     * Returns the latest fence. All APIs share one counter, so the next grant has the next fence.
     */
    private static long fence(TestServer server) {
        return server.session().lock("counter").json().path("fence").asLong();
    }

    @Test
    void brokenLockIsGrantedToTheNextWaiterAndNotRenewable() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller holder = server.session();
            Reply held = holder.lock("deploy:eu", 600);
            CompletableFuture<Reply> next = server.session().lockWithin("deploy:eu", 60);
            server.awaitQueued("deploy:eu", 1);
            long fence = held.json().path("fence").asLong();
            assertThat(breakGrant(server, "locks", "deploy%3Aeu", fence).status())
                    .isEqualTo(204);
            assertThat(Client.await(next).json().path("fence").asLong()).isGreaterThan(fence);
            Reply renewed = holder.renew("deploy:eu", held.text("token"));
            assertThat(renewed.status()).isEqualTo(404);
            assertThat(renewed.error()).isEqualTo("not_held");
            assertThat(breakGrant(server, "locks", "deploy%3Aeu", fence).error())
                    .isEqualTo("not_held");
        }
    }

    @Test
    void brokenSlotIsFreedUnderThePoolsMaskedName() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.client().ask("PUT", POOL, "{\"count\":1}");
            Reply lent = server.client().post(POOL + "/borrow", "{\"ttl\":600}");
            String resource =
                    server.client().get(POOL).header("Holdfast-Resource").orElseThrow();
            assertThat(resource).matches("pools/[A-Za-z0-9_-]{22}");
            long fence = lent.json().path("fence").asLong();
            assertThat(server.client()
                            .ask(
                                    "DELETE",
                                    "/v1/resources/" + resource + "/holders/" + fence + WHY,
                                    "")
                            .status())
                    .isEqualTo(204);
            assertThat(server.client()
                            .post(POOL + "/return", "{\"lease\":\"" + lent.text("lease") + "\"}")
                            .json()
                            .path("returned")
                            .asBoolean())
                    .isFalse();
            String uuid = POOL.substring(3);
            assertThat(breakGrant(server, "pools", uuid, fence + 1).status()).isEqualTo(400);
        }
    }

    @Test
    void brokenClaimIsRevokedAndTheNextIsActive() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            long before = fence(server);
            String claim = "{\"resource\":\"seq 3\",\"ttl\":60}";
            Reply first = server.client().post("/v1/claims/", claim);
            Reply second = server.client().post("/v1/claims/", claim);
            assertThat(breakGrant(server, "claims", "seq%203", before + 1).status())
                    .isEqualTo(204);
            assertThat(status(server, first)).isEqualTo("revoked");
            assertThat(status(server, second)).isEqualTo("active");
        }
    }

    private static String status(TestServer server, Reply claim) {
        String url = claim.text("url");
        return server.client().get(url.substring(url.indexOf("/v1/"))).text("status");
    }

    @Test
    void brokenEntityLockIsUnknownToItsHolder() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock(), "--demo")) {
            long before = fence(server);
            String locks = "/api/v1/components/arm/locks";
            String body = "{\"lock_expiration\":600}";
            Reply lock = server.client().post(locks, body, "X-Client-Id", "alice");
            assertThat(lock.status()).isEqualTo(201);
            assertThat(breakGrant(server, "entities", "components%2Farm", before + 1)
                            .status())
                    .isEqualTo(204);
            Reply gone = server.client().get(locks + "/" + lock.text("id"), "X-Client-Id", "alice");
            assertThat(gone.status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "locks/k/holders/1,400,bad_request,reason",
        "locks/k/holders/none?reason=x,400,bad_request,fence",
        "locks/k/holders/-7?reason=x,400,bad_request,fence",
        "files/k/holders/1?reason=x,404,not_found,entities",
        "locks/k/holders/1?reason=x,404,not_held,fence 1",
        "locks/k/holders/1?reason=a%0Ab,400,bad_request,reason",
    })
    void badRequestsAreRejectedWithAReason(String rest, int status, String code, String why) {
        try (TestServer server = TestServer.ephemeral()) {
            Reply refused = server.client().ask("DELETE", "/v1/resources/" + rest, "");
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.error()).isEqualTo(code);
            assertThat(refused.text("detail")).contains(why);
        }
    }

    @Test
    void repeatedRequestWithItsKeyGetsTheFirstAnswer() {
        try (TestServer server = TestServer.ephemeral()) {
            long fence = fence(server);
            String path = path("locks", "counter", fence);
            String body = "{\"reason\":\"stuck\"}";
            for (int time = 0; time < 2; time++) {
                assertThat(server.client()
                                .ask("DELETE", path, body, "Idempotency-Key", "once")
                                .status())
                        .isEqualTo(204);
            }
        }
    }

    @Test
    void breakNeedsLockBreakerRoleAndIsAuditedWithReason() throws Exception {
        Tokens tokens = new Tokens(directory);
        String user = "Bearer " + tokens.of("ulla", Role.USER);
        String breaker = "Bearer " + tokens.of("bruno", Role.LOCK_BREAKER);
        Path audit = directory.resolve("audit.log");
        try (TestServer server = TestServer.ephemeral(
                "--tokens-file",
                tokens.path(),
                "--audit-log",
                audit.toString(),
                "--audit-level",
                "admin")) {
            Reply session = server.client().post("/v1/sessions", "", "Authorization", user);
            Reply held = server.client()
                    .post(
                            "/v1/locks/k",
                            "{}",
                            "Authorization",
                            user,
                            "X-Dflockd-Session",
                            session.text("session_id"));
            String path = path("locks", "k", held.json().path("fence").asLong()) + WHY;
            assertThat(server.client()
                            .ask("DELETE", path, "", "Authorization", user)
                            .status())
                    .isEqualTo(403);
            assertThat(server.client()
                            .ask("DELETE", path, "", "Authorization", breaker)
                            .status())
                    .isEqualTo(204);
            server.stop();
        }
        assertThat(Files.readAllLines(audit))
                .filteredOn(line -> line.contains("\"verb\":\"break\""))
                .singleElement()
                .asString()
                .contains("\"principal\":\"bruno\"", "\"resource\":\"k\"")
                .contains("\"why\":\"holder is stuck\"", "\"outcome\":\"done\"", "\"fence\":");
    }
}
