package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.SessionEnd;
import io.holdfast.core.event.Event.SessionEnded;
import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviours 49 to 58 of the contract, and the owner names of sessions. */
final class SessionsTest {

    private TestServer server;
    private Caller ann;
    private Caller bob;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        ann = server.session();
        bob = server.session();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static boolean abandoned(Event event) {
        return event instanceof Event.WaitEnded ended && ended.reason() == Event.WaitEnd.ABANDONED;
    }

    @Test
    @DisplayName(
            "49. A client that disconnects while blocked loses its place within about 60 ms, and a"
                    + " grant racing the disconnect goes to the next waiter.")
    void disconnectedClientLosesItsPlace() {
        String token = ann.lock("k").token();
        try (RawClient gone = new RawClient(server)) {
            gone.post(bob, "locks/k", "{\"acquire_timeout_s\":600}");
            server.awaitQueued("k", 1);
        }
        server.awaitEvents(1, SessionsTest::abandoned);

        ann.release("k", token);

        assertThat(server.session().lock("k").text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName("49, the race: whoever hangs up while a grant is under way strands nothing.")
    void grantRacingADisconnectIsNotStranded() {
        for (int round = 0; round < 30; round++) {
            String key = "race" + round;
            String token = ann.lock(key).token();
            Caller leaving = server.session();
            RawClient gone = new RawClient(server);
            gone.post(leaving, "locks/" + key, "{\"acquire_timeout_s\":600}");
            server.awaitQueued(key, 1);
            CompletableFuture<Reply> waiting = server.session().lockWithin(key, 600);
            server.awaitQueued(key, 2);

            CompletableFuture<Reply> released =
                    ann.start("locks/" + key + "/release", "{\"token\":\"" + token + "\"}");
            gone.close();
            assertThat(Client.await(released).status()).isEqualTo(204);
            // A grant counts as received if its reply was sent before the disconnect was detected;
            // it then belongs to its session until the session ends.
            leaving.delete();

            assertThat(Client.await(waiting).text("status")).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("1.9: A client that disconnects during wait loses its place in line.")
    void clientThatDisconnectsDuringWaitLosesItsPlace() {
        ann.lock("k");
        bob.enqueue("k");
        try (RawClient gone = new RawClient(server)) {
            gone.post(bob, "locks/k/wait", "{\"timeout_s\":600}");
            // The reply to a later request of another session proves that the wait was read.
            gone.send("GET /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(server.row("locks", "k").path("waiters").asInt()).isEqualTo(1);
        }
        server.awaitEvents(1, SessionsTest::abandoned);

        assertThat(bob.collect("k").error()).isEqualTo("not_enqueued");
    }

    @Test
    @DisplayName("50. Deleting an HTTP session frees its slots before the 204 is sent.")
    void deletingASessionFreesItsSlots() {
        ann.lock("k");

        assertThat(ann.delete().status()).isEqualTo(204);
        assertThat(bob.lock("k").text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName("1.7: Without auto-release, what a deleted session held lasts to its lease's end.")
    void leaseOutlivesADeletedSessionWithoutAutoRelease() {
        try (TestServer keeping = TestServer.ephemeral("--auto-release-on-disconnect=false")) {
            Caller cid = keeping.session();
            Caller dan = keeping.session();
            String token = cid.lock("k", 10).token();
            dan.enqueue("k");
            cid.delete();
            dan.delete();

            Caller eve = keeping.session();
            assertThat(eve.lock("k").text("status")).isEqualTo("timeout");
            assertThat(eve.renew("k", token, 10).status()).isEqualTo(200);
            keeping.clock().advanceSeconds(10);
            assertThat(eve.lock("k").text("status")).isEqualTo("ok");
        }
    }

    @Test
    void grantOfADetachedSessionLastsUntilItsLeaseExpires() {
        ann.lock("other");
        String token = bob.lock("k", 3_600).token();
        bob.enqueue("other");

        assertThat(bob.detach().status()).isEqualTo(204);
        assertThat(bob.detach().status()).isEqualTo(410);

        assertThat(server.row("locks", "other").path("waiters").asInt()).isZero();
        server.clock().advanceSeconds(300);
        Caller cid = server.session();
        assertThat(cid.lock("k").text("status")).isEqualTo("timeout");
        assertThat(cid.renew("k", token, 10).status()).isEqualTo(200);
        server.clock().advanceSeconds(10);
        assertThat(cid.lock("k").text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "51. Deleting a session while its `/wait` is blocked returns promptly, and the `/wait`"
                    + " gets 410.")
    void deletingASessionEndsItsWaitWith410() {
        ann.lock("k");
        CompletableFuture<Reply> waiting = bob.lockWithin("k", 600);
        server.awaitQueued("k", 1);

        assertThat(bob.delete().status()).isEqualTo(204);
        assertThat(Client.await(waiting).status()).isEqualTo(410);
        assertThat(Client.await(waiting).error()).isEqualTo("session_gone");
        assertThat(bob.lock("k").status()).isEqualTo(410);
    }

    @Test
    @DisplayName("52. An in-flight `/wait` longer than twice the idle timeout is not reaped.")
    void waitingSessionDoesNotExpire() {
        String token = ann.lock("k", 10_000).token();
        bob.enqueue("k");
        int before = server.commands();
        CompletableFuture<Reply> waiting = bob.waitFor("k", 10_000);
        server.awaitCommands(before + 1);
        for (int i = 0; i < 10; i++) {
            server.clock().advanceSeconds(30);
            assertThat(ann.ping().status()).isEqualTo(204);
        }

        ann.release("k", token);

        assertThat(Client.await(waiting).text("status")).isEqualTo("ok");
        assertThat(bob.ping().status()).isEqualTo(204);
    }

    @Test
    @DisplayName(
            "53. A session untouched for 2 × idle timeout (plus one sweep) is gone: next op 410, its"
                    + " locks freed.")
    void idleSessionExpires() {
        ann.lock("k", 600);

        server.clock().advanceSeconds(39);
        assertThat(bob.lock("k").text("status")).isEqualTo("timeout");
        server.clock().advanceSeconds(21);
        server.awaitEvents(
                1,
                event -> event instanceof SessionEnded ended && ended.reason() == SessionEnd.IDLE);

        assertThat(ann.ping().status()).isEqualTo(410);
        assertThat(ann.ping().text("detail")).contains("ends after 40 s without a request");
        assertThat(ann.release("k", "x").status()).isEqualTo(410);
        assertThat(bob.lock("k").text("status")).isEqualTo("ok");
    }

    @Test
    @DisplayName("54. `/ping` keeps a session alive; so does a request that fails validation.")
    void pingAndInvalidRequestKeepASessionAlive() {
        for (int i = 0; i < 5; i++) {
            server.clock().advanceSeconds(30);
            assertThat(ann.ping().status()).isEqualTo(204);
            assertThat(bob.post("locks/k", "{\"nonsense\":1}").status()).isEqualTo(400);
        }
        assertThat(bob.ping().status()).isEqualTo(204);
    }

    @Test
    @DisplayName("54, as decided: Pings that come often are looked up and cost no command.")
    void frequentPingsKeepASessionAlive() {
        for (int i = 0; i < 100; i++) {
            server.clock().advanceSeconds(1);
            assertThat(ann.ping().status()).isEqualTo(204);
        }
        assertThat(ann.lock("k").text("status")).isEqualTo("ok");
        assertThat(bob.ping().status()).isEqualTo(410);
    }

    @Test
    @DisplayName("55. Operations of one session are serialised: a release sent while that session's"
            + " acquire is blocked waits for it.")
    void operationsOfASessionAreSerialized() {
        String anns = ann.lock("a").token();
        String bobs = bob.lock("b").token();
        CompletableFuture<Reply> acquire = ann.lockWithin("b", 600);
        server.awaitQueued("b", 1);
        CompletableFuture<Reply> release =
                ann.start("locks/a/release", "{\"token\":\"" + anns + "\"}");
        // ann's ping is not queued behind the blocked call; bob's try shows that the release has
        // not run.
        assertThat(ann.ping().status()).isEqualTo(204);
        assertThat(bob.lock("a").text("status")).isEqualTo("timeout");
        assertThat(release).isNotDone();

        bob.release("b", bobs);

        assertThat(Client.await(acquire).text("status")).isEqualTo("ok");
        assertThat(Client.await(release).status()).isEqualTo(204);
    }

    @Test
    @DisplayName(
            "56. A slow or malformed body never counts as in-flight work, so such a session can still"
                    + " be reaped.")
    void slowBodyDoesNotKeepASessionAlive() {
        try (RawClient slow = new RawClient(server)) {
            slow.send("POST /v1/locks/k HTTP/1.1\r\nHost: localhost\r\nX-Dflockd-Session: "
                    + ann.id() + "\r\nContent-Length: 100\r\n\r\n{\"acq");

            server.clock().advanceSeconds(60);

            assertThat(ann.ping().status()).isEqualTo(410);
        }
    }

    @Test
    @DisplayName(
            "57. Per-IP session cap error differs from the global one; the global is checked first.")
    void globalAndPerAddressSessionCapsDiffer() {
        try (TestServer one = TestServer.ephemeral(
                        "--http-max-sessions", "1", "--http-max-sessions-per-ip", "1");
                TestServer perAddress = TestServer.ephemeral("--http-max-sessions-per-ip", "1")) {
            one.session();
            Reply global = one.client().post("/v1/sessions", "");
            Caller only = perAddress.session();
            Reply address = perAddress.client().post("/v1/sessions", "");

            assertThat(global.status()).isEqualTo(503);
            assertThat(global.error()).isEqualTo("max_sessions");
            assertThat(address.status()).isEqualTo(503);
            assertThat(address.error()).isEqualTo("max_sessions_per_ip");
            only.delete();
            assertThat(perAddress.client().post("/v1/sessions", "").status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("58. DELETE of an unknown well-formed id is 410; of a malformed id 400.")
    void deletingAnUnknownSessionIs410() {
        assertThat(ann.delete().status()).isEqualTo(204);
        assertThat(ann.delete().status()).isEqualTo(410);
        assertThat(server.client()
                        .ask("DELETE", "/v1/sessions/" + "0".repeat(32), "")
                        .error())
                .isEqualTo("session_gone");
        assertThat(server.client().ask("DELETE", "/v1/sessions/XYZ", "").error())
                .isEqualTo("bad_request");
        assertThat(server.client()
                        .post("/v1/sessions/" + "A".repeat(32) + "/ping", "")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void newSessionHasAnIdAndItsIdleTimeout() {
        Reply reply = server.client().post("/v1/sessions", "");

        assertThat(reply.text("session_id")).matches("[0-9a-f]{32}");
        assertThat(reply.json().path("idle_timeout_s").asInt()).isEqualTo(20);
    }

    @Test
    void ownersOfSessionsAndCallsAreShown() {
        Reply opened = server.client().post("/v1/sessions", "{\"owner\":\"build <7>\"}");
        Caller cid = new Caller(server.client(), opened.text("session_id"));
        cid.lock("k");
        cid.post("locks/j", "{}", "X-Holdfast-Owner", "night shift");

        assertThat(server.row("locks", "k")
                        .path("held_by")
                        .path(0)
                        .path("owner")
                        .asString())
                .isEqualTo("build <7>");
        assertThat(server.row("locks", "j")
                        .path("held_by")
                        .path(0)
                        .path("owner")
                        .asString())
                .isEqualTo("night shift");
        assertThat(server.client().get("/v1/stats").body()).contains("build \\u003c7\\u003e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"owner\":7}", "{\"owner\":\"\"}", "{\"OWNER\":\"a\\nb\"}"})
    void invalidOwnerIs400(String body) {
        assertThat(server.client().post("/v1/sessions", body).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"stable_ref\":\"x\",\"a\":[{}]}", "[]", "not json", "{\"owner\":null}"})
    @DisplayName("1.5: Whatever else the body of a new session is, it is ignored.")
    void otherBodyOfANewSessionIsIgnored(String body) {
        assertThat(server.client().post("/v1/sessions", body).status()).isEqualTo(200);
    }

    @Test
    void ownerOfMoreThan128BytesIs400() {
        String longest = "é".repeat(64);

        assertThat(server.client()
                        .post("/v1/sessions", "{\"owner\":\"" + longest + "\"}")
                        .status())
                .isEqualTo(200);
        assertThat(server.client()
                        .post("/v1/sessions", "{\"owner\":\"" + longest + "x\"}")
                        .status())
                .isEqualTo(400);
        assertThat(ann.post("locks/k", "{}", "X-Holdfast-Owner", "x".repeat(129))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theSessionMayBeInHoldfastsOwnHeader() {
        String body = "{\"acquire_timeout_s\":0}";
        Client client = server.client();

        assertThat(client.ask("POST", "/v1/locks/k", body, "X-Holdfast-Session", ann.id())
                        .status())
                .isEqualTo(200);
        assertThat(client.ask(
                                "POST",
                                "/v1/locks/other",
                                body,
                                "X-Holdfast-Session",
                                ann.id(),
                                "X-Dflockd-Session",
                                bob.id())
                        .status())
                .isEqualTo(400);
    }
}
