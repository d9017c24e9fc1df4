package io.holdfast.server.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.LineClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Shows sessions to an admin, and ends them and what an owner holds. */
final class AdminSessionsTest {

    private static final String LIST = "/v1/admin/sessions";
    private static final String WHY = "?reason=the%20client%20hangs";

    @TempDir
    private Path directory;

    private static JsonNode only(TestServer server, String query) {
        JsonNode sessions = server.client().get(LIST + query).json().path("sessions");
        assertThat(sessions).hasSize(1);
        return sessions.path(0);
    }

    private static Caller open(TestServer server, String owner) {
        Reply opened = server.client().post("/v1/sessions", "{\"owner\":\"" + owner + "\"}");
        return new Caller(server.client(), opened.text("session_id"));
    }

    private static Reply end(TestServer server, long number) {
        return server.client().ask("DELETE", LIST + "/" + number + WHY, "");
    }

    @Test
    void sessionShowsItsOwnerAddressGrantsAndWaits() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = open(server, "ann");
            Caller bob = open(server, "bob");
            Reply held = ann.lock("deploy", 600);
            bob.enqueue("deploy");
            server.clock().advanceSeconds(2);

            JsonNode holder = only(server, "?owner=ann");
            JsonNode waiter = only(server, "?owner=bob");

            assertThat(holder.path("transport").asString()).isEqualTo("http");
            assertThat(holder.path("tenant").asString()).isEqualTo("default");
            assertThat(holder.path("address").asString()).isEqualTo("127.0.0.1");
            assertThat(holder.path("expires_in_s").asDouble()).isPositive();
            JsonNode grant = holder.path("holds").path(0);
            assertThat(grant.path("api").asString()).isEqualTo("locks");
            assertThat(grant.path("key").asString()).isEqualTo("deploy");
            assertThat(grant.path("fence")).isEqualTo(held.json().path("fence"));
            assertThat(grant.path("expires_in_s").asDouble()).isEqualTo(598);
            assertThat(waiter.path("waits").path(0).path("key").asString()).isEqualTo("deploy");
            assertThat(waiter.path("holds")).isEmpty();
            assertThat(Instant.parse(holder.path("last_seen").asString()))
                    .isCloseTo(
                            Instant.parse(grant.path("since").asString()),
                            within(1, ChronoUnit.SECONDS));
            assertThat(server.client().get(LIST).body())
                    .doesNotContain(ann.id(), bob.id(), held.text("token"));
        }
    }

    @Test
    void lineConnectionIsShownWithTheMemberThatServesIt() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock());
                LineClient line = server.connect()) {
            line.request("l", "k", "1");
            line.line();

            JsonNode session = only(server, "");

            assertThat(session.path("transport").asString()).isEqualTo("line");
            assertThat(session.path("member").asString()).isNotEmpty();
            assertThat(session.path("address").asString()).isEqualTo("127.0.0.1");
            assertThat(session.has("expires_in_s")).isFalse();
            assertThat(session.path("holds").path(0).path("key").asString()).isEqualTo("k");
        }
    }

    @Test
    void pagesContainEverySessionOnce() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (int i = 0; i < 7; i++) {
                server.session();
            }
            List<Long> found = new ArrayList<>();
            String after = "";
            do {
                Reply page = server.client().get(LIST + "?limit=3" + after);
                page.json()
                        .path("sessions")
                        .forEach(session -> found.add(session.path("session").asLong()));
                String next = page.json().path("next").asString("");
                after = next.isEmpty() ? "" : "&after=" + next;
            } while (!after.isEmpty());

            assertThat(found).doesNotHaveDuplicates().hasSize(7).isSorted();
            Reply one = server.client().get(LIST + "/" + found.getLast());
            assertThat(one.json().path("session").asLong()).isEqualTo(found.getLast());
        }
    }

    @Test
    void endedSessionLosesItsGrantsAndItsWaits() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = open(server, "ann");
            Caller bob = open(server, "bob");
            ann.lock("a", 600);
            bob.lock("b", 600);
            CompletableFuture<Reply> annWaits = ann.lockWithin("b", 600);
            CompletableFuture<Reply> bobWaits = bob.lockWithin("a", 600);
            server.awaitQueued("a", 1);
            server.awaitQueued("b", 1);
            long number = only(server, "?owner=ann").path("session").asLong();

            assertThat(end(server, number).status()).isEqualTo(204);

            assertThat(Client.await(annWaits).error()).isEqualTo("session_gone");
            assertThat(Client.await(bobWaits).text("status")).isEqualTo("ok");
            assertThat(ann.ping().error()).isEqualTo("session_gone");
            assertThat(end(server, number).error()).isEqualTo("not_found");
        }
    }

    @Test
    void waitingLineConnectionIsClosedWithItsSession() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock());
                LineClient line = server.connect()) {
            server.session().lock("k", 600);
            line.request("l", "k", "600");
            server.awaitQueued("k", 1);
            JsonNode sessions = server.client().get(LIST).json().path("sessions");
            long number = 0;
            for (JsonNode session : sessions) {
                if (session.path("transport").asString().equals("line")) {
                    number = session.path("session").asLong();
                }
            }

            assertThat(end(server, number).status()).isEqualTo(204);

            assertThat(line.line()).isEqualTo("error");
            assertThat(line.isClosedByServer()).isTrue();
        }
    }

    @Test
    void everythingThatAnOwnerHoldsIsEnded() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            for (int i = 0; i < 130; i++) {
                server.session().post("locks/a" + i, "{}", "X-Holdfast-Owner", "ann@ci/1");
            }
            Caller bob = open(server, "bob");
            Reply kept = bob.lock("b", 600);
            String path = "/v1/admin/owners/ann@ci%2F1/grants" + WHY;

            Reply ended = server.client().ask("DELETE", path, "");

            assertThat(ended.body()).isEqualTo("{\"ended\":130,\"complete\":true}\n");
            assertThat(bob.renew("b", kept.text("token")).status()).isEqualTo(200);
            assertThat(bob.lock("a7").text("status")).isEqualTo("ok");
            assertThat(server.client().ask("DELETE", path, "").body())
                    .isEqualTo("{\"ended\":0,\"complete\":true}\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sessions/1", "owners/ann/grants"})
    void reasonIsRequired(String what) {
        try (TestServer server = TestServer.ephemeral()) {
            Reply refused = server.client().ask("DELETE", "/v1/admin/" + what, "");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text("detail")).contains("reason");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?limit=0", "?after=x", "?after=-1"})
    void invalidQueryIs400(String query) {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(server.client().get(LIST + query).status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/0", "/x", "/999999"})
    void unknownSessionIs404(String number) {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(server.client().get(LIST + number).error()).isEqualTo("not_found");
            assertThat(server.client().ask("DELETE", LIST + number + WHY, "").error())
                    .isEqualTo("not_found");
        }
    }

    @Test
    void adminActionsAreAuditedWithReasonAndOtherTenantsAreUntouched() throws Exception {
        Tokens tokens = new Tokens(directory);
        String[] eve = {"Authorization", "Bearer " + tokens.make("eve", null, "red", Role.ADMIN)};
        String[] ann = {"Authorization", "Bearer " + tokens.make("ann", null, "blue", Role.ADMIN)};
        String[] ulla = {"Authorization", "Bearer " + tokens.make("ulla", null, "blue", Role.USER)};
        Path audit = directory.resolve("audit.log");
        try (TestServer server = TestServer.ephemeral(
                "--tokens-file",
                tokens.path(),
                "--audit-log",
                audit.toString(),
                "--audit-level",
                "admin")) {
            Client client = server.client();
            String id = client.post("/v1/sessions", "{\"owner\":\"o\"}", ulla).text("session_id");
            client.post("/v1/locks/k", "{}", "X-Dflockd-Session", id, ulla[0], ulla[1]);
            client.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":600}", ulla);
            long number = client.get(LIST, ann)
                    .json()
                    .path("sessions")
                    .path(0)
                    .path("session")
                    .asLong();
            String one = LIST + "/" + number + WHY;

            assertThat(client.get(LIST, eve).json().path("sessions")).isEmpty();
            assertThat(client.ask("DELETE", one, "", eve).status()).isEqualTo(404);
            assertThat(ended(client, "ulla", eve)).isZero();
            assertThat(ended(client, "ulla", ann)).isEqualTo(1);
            assertThat(ended(client, "o", ann)).isEqualTo(1);
            assertThat(client.ask("DELETE", one, "", ulla).status()).isEqualTo(403);
            assertThat(client.ask("DELETE", one, "", ann).status()).isEqualTo(204);
            server.stop();
        }
        String why = "\"why\":\"the client hangs\"";
        List<String> lines = Files.readAllLines(audit);
        assertThat(lines)
                .filteredOn(line -> line.contains("\"verb\":\"end-session\""))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("eve", "session-gone", why),
                        line -> assertThat(line).contains("ann", "\"outcome\":\"done\"", why));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"verb\":\"end-grants\""))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains(why));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"verb\":\"break\""))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"principal\":\"ann\"", why));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"verb\":\"authorize\""))
                .singleElement()
                .asString()
                .contains("ulla");
    }

    private static int ended(Client client, String owner, String[] headers) {
        return client.ask("DELETE", "/v1/admin/owners/" + owner + "/grants" + WHY, "", headers)
                .json()
                .path("ended")
                .asInt();
    }
}
