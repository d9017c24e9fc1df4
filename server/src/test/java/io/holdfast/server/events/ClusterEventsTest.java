package io.holdfast.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.LineClient;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServers;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import io.holdfast.server.events.EventReader.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Events and sessions are the same at every member of a cluster. */
@OneNode("it starts a cluster of its own")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ClusterEventsTest {

    private static final String SESSIONS = "/v1/admin/sessions";
    private static final String WHY = "?reason=test";

    @TempDir
    private static Path directory;

    private static TestServers cluster;
    private static Tokens tokens;
    private static String operator;

    @BeforeAll
    static void start() throws IOException {
        tokens = new Tokens(directory);
        operator = tokens.of("olga", Role.OPERATOR);
        Files.writeString(tenants(), "default: {max-keys: 1000}\n");
        cluster = TestServers.start(
                directory,
                "--tokens-file",
                tokens.path(),
                "--tenants-file",
                tenants().toString());
    }

    private static Path tenants() {
        return directory.resolve("tenants.yml");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Reply ask(int member, String method, String path, String body) {
        return cluster.client(member)
                .ask(method, path, body, "Authorization", "Bearer " + operator);
    }

    private static String open(int member, String owner) {
        return ask(member, "POST", "/v1/sessions", "{\"owner\":\"" + owner + "\"}")
                .text("session_id");
    }

    private static CompletableFuture<Reply> lock(int member, String session, String key) {
        return new Caller(cluster.client(member), session)
                .start(
                        "locks/" + key,
                        "{\"acquire_timeout_s\":600,\"lease_ttl_s\":600}",
                        "Authorization",
                        "Bearer " + operator);
    }

    private static EventReader reader(int member, String query, String lastId) {
        return new EventReader(
                cluster.client(member).base(), query, lastId.isEmpty() ? null : lastId, operator);
    }

    private static JsonNode sessions(int member, String owner) {
        return ask(member, "GET", SESSIONS + "?owner=" + owner, "").json().path("sessions");
    }

    @Test
    @Order(1)
    void eventsHaveTheSameOrderAndIdsAtEveryMember() {
        String query = "?api=locks&prefix=same";
        try (EventReader one = reader(1, query, "");
                EventReader two = reader(2, query, "");
                EventReader three = reader(3, query, "")) {
            String ann = open(1, "ann");
            for (int i = 0; i < 6; i++) {
                Client.await(lock(1 + i % 3, ann, "same-" + i));
            }
            CompletableFuture<Reply> waiting = lock(2, open(2, "bob"), "same-0");
            cluster.awaitQueued("same-0", 1);
            ask(3, "DELETE", "/v1/sessions/" + ann, "");
            Client.await(waiting);

            // Six grants, one wait, six grants that end, and the grant of the waiter.
            List<Seen> first = next(one, 14);
            assertThat(first).extracting(Seen::id).doesNotHaveDuplicates();
            assertThat(next(two, 14)).isEqualTo(first);
            assertThat(next(three, 14)).isEqualTo(first);
        }
    }

    @Test
    @Order(1)
    void eachKindOfEventIsReportedAtEveryMemberInTheSameOrder() throws Exception {
        String query = "?kind=granted,queued,released,expired,broken,cancelled,session_ended,"
                + "settings_changed";
        try (EventReader one = reader(1, query, "");
                EventReader two = reader(2, query, "");
                EventReader three = reader(3, query, "")) {
            String fay = open(1, "fay");
            String token = Client.await(lock(2, fay, "kinds")).text("token");
            release(3, fay, "kinds", token);
            post(1, fay, "kinds", "{\"lease_ttl_s\":1}");
            Seen expired = one.next();
            while (!expired.kind().equals("expired")) {
                expired = one.next();
            }
            long fence =
                    Client.await(lock(3, fay, "kinds")).json().path("fence").asLong();
            ask(2, "DELETE", "/v1/resources/locks/kinds/holders/" + fence + WHY, "");
            Client.await(lock(1, fay, "kinds"));
            CompletableFuture<Reply> waiting = lock(3, open(2, "gil"), "kinds");
            cluster.awaitQueued("kinds", 1);
            long waiter = ask(2, "GET", "/v1/resources/locks/kinds", "")
                    .json()
                    .path("queue")
                    .path(0)
                    .path("id")
                    .asLong();
            ask(1, "DELETE", "/v1/resources/locks/kinds/waiters/" + waiter + WHY, "");
            Client.await(waiting);
            Files.writeString(tenants(), "default: {max-keys: 999}\n");
            cluster.node(2).reload();
            ask(2, "DELETE", "/v1/sessions/" + fay, "");

            List<Seen> seen = untilTheEnd(two);
            assertThat(seen)
                    .extracting(Seen::kind)
                    .containsSubsequence(
                            "granted", "released", "granted", "expired", "granted", "broken")
                    .containsSubsequence(
                            "granted", "queued", "cancelled", "settings_changed", "session_ended");
            assertThat(untilTheEnd(three)).isEqualTo(seen);
            assertThat(untilTheEnd(one))
                    .isEqualTo(seen.subList(seen.indexOf(expired) + 1, seen.size()));
        }
    }

    private static List<Seen> untilTheEnd(EventReader reader) {
        List<Seen> seen = new ArrayList<>();
        do {
            seen.add(reader.next());
        } while (!seen.getLast().kind().equals("session_ended"));
        return seen;
    }

    private static void release(int member, String session, String key, String token) {
        post(member, session, key + "/release", "{\"token\":\"" + token + "\"}");
    }

    private static void post(int member, String session, String path, String body) {
        Reply reply = new Caller(cluster.client(member), session)
                .post("locks/" + path, body, "Authorization", "Bearer " + operator);
        assertThat(reply.status()).as(reply.body()).isBetween(200, 204);
    }

    @Test
    @Order(1)
    void filtersAreTheSameAtEveryMember() {
        String query = "?api=locks&prefix=filter-&owner=ida&kind=granted";
        try (EventReader one = reader(1, query, "");
                EventReader three = reader(3, query, "")) {
            String ida = open(2, "ida");
            Client.await(lock(2, ida, "other"));
            Client.await(lock(2, open(3, "jan"), "filter-1"));
            Client.await(new Caller(cluster.client(2), ida)
                    .start(
                            "locks/filter-2",
                            "{}",
                            "X-Holdfast-Owner",
                            "ida",
                            "Authorization",
                            "Bearer " + operator));
            Seen seen = one.next();
            assertThat(seen.data().path("key").asString()).isEqualTo("filter-2");
            assertThat(three.next()).isEqualTo(seen);
        }
    }

    private static List<Seen> next(EventReader reader, int count) {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seen.add(reader.next());
        }
        return seen;
    }

    @Test
    @Order(2)
    void sessionsAreTheSameAtEveryMember() {
        String cid = open(1, "cid");
        Client.await(lock(2, cid, "held"));
        JsonNode first = withoutTime(sessions(1, "cid"));

        assertThat(first.path(0).path("holds").path(0).path("key").asString()).isEqualTo("held");
        assertThat(withoutTime(sessions(2, "cid"))).isEqualTo(first);
        assertThat(withoutTime(sessions(3, "cid"))).isEqualTo(first);
    }

    private static JsonNode withoutTime(JsonNode sessions) {
        JsonNode copy = sessions.deepCopy();
        copy.findParents("expires_in_s")
                .forEach(node -> ((ObjectNode) node).remove("expires_in_s"));
        copy.findParents("last_seen").forEach(node -> ((ObjectNode) node).remove("last_seen"));
        return copy;
    }

    @Test
    @Order(3)
    void endOfASessionAtOneMemberEndsItsWaitsAtAnother() {
        String dan = open(1, "dan");
        Client.await(lock(1, open(1, "holder"), "contended"));
        CompletableFuture<Reply> waiting = lock(3, dan, "contended");
        cluster.awaitQueued("contended", 1);
        try (LineClient line = cluster.node(2).connect()) {
            line.request("auth", "_", operator);
            assertThat(line.line()).isEqualTo("ok");
            line.request("l", "contended", "600");
            cluster.awaitQueued("contended", 2);
            long onLine = ofLine(ask(1, "GET", SESSIONS, "").json().path("sessions"));
            long overHttp = sessions(2, "dan").path(0).path("session").asLong();

            assertThat(ask(1, "DELETE", SESSIONS + "/" + overHttp + WHY, "").status())
                    .isEqualTo(204);
            assertThat(ask(3, "DELETE", SESSIONS + "/" + onLine + WHY, "").status())
                    .isEqualTo(204);

            assertThat(Client.await(waiting).error()).isEqualTo("session_gone");
            assertThat(line.line()).isEqualTo("error");
            assertThat(line.isClosedByServer()).isTrue();
        }
    }

    private static long ofLine(JsonNode sessions) {
        for (JsonNode session : sessions) {
            if (session.path("transport").asString().equals("line")) {
                assertThat(session.path("member").asString()).isEqualTo("n2");
                return session.path("session").asLong();
            }
        }
        throw new AssertionError(sessions);
    }

    @Test
    @Order(4)
    void revokedTokenEndsItsStreamsAtEveryMember() {
        String guest = tokens.of("gus", Role.READER);
        List<EventReader> readers = new ArrayList<>();
        for (int member = 1; member <= 3; member++) {
            int asked = member;
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> cluster.client(asked)
                                    .get("/v1/stats", "Authorization", "Bearer " + guest)
                                    .status()
                            == 200);
            readers.add(
                    new EventReader(cluster.client(member).base(), "?kind=broken", null, guest));
        }
        tokens.revoke(guest);
        for (EventReader reader : readers) {
            assertThat(reader.next().kind()).isEqualTo("end");
            reader.close();
        }
    }

    @Test
    @Order(5)
    void newLeaderIsReportedAndStreamContinuesAtAnotherMember() {
        int leader = leader();
        int other = leader == 1 ? 2 : 1;
        String eve = open(other, "eve");
        String last;
        try (EventReader before = reader(leader, "?kind=granted&prefix=on-", "")) {
            Client.await(lock(leader, eve, "on-1"));
            last = before.next().id();
        }
        Client.await(lock(other, eve, "on-2"));
        String guest = tokens.of("rita", Role.READER);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> cluster.client(other)
                                .get("/v1/stats", "Authorization", "Bearer " + guest)
                                .status()
                        == 200);
        try (EventReader changes = reader(other, "?kind=leader_changed", "");
                EventReader unnamed = new EventReader(
                        cluster.client(other).base(), "?kind=leader_changed", null, guest)) {
            cluster.node(leader).close();

            Seen changed = changes.next();
            assertThat(changed.kind()).isEqualTo("leader_changed");
            assertThat(changed.id()).isEmpty();
            assertThat(changed.data().path("leader").asString())
                    .isIn("n1", "n2", "n3")
                    .isNotEqualTo("n" + leader);
            assertThat(changed.data().path("term").asLong()).isPositive();
            assertThat(unnamed.next().data().has("leader")).isFalse();
        }
        Client.await(lock(other, eve, "on-3"));
        try (EventReader after = reader(other, "?kind=granted&prefix=on-", last)) {
            assertThat(after.next().data().path("key").asString()).isEqualTo("on-2");
            assertThat(after.next().data().path("key").asString()).isEqualTo("on-3");
        }
    }

    private static int leader() {
        String leader = ask(1, "GET", "/v1/cluster", "").text("leader");
        return Integer.parseInt(leader.substring(1));
    }
}
