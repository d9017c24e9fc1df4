package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Answer;
import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.LineClient;
import io.holdfast.server.Party;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests that both transports share one lock manager: one queue, the same tokens and statistics. */
final class MixedTransportsTest {

    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Transport other(Transport transport) {
        return transport == Transport.HTTP ? Transport.LINE : Transport.HTTP;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("6, mixed: HTTP and TCP waiters are granted in arrival order.")
    void waitersOfBothTransportsAreGrantedInArrivalOrder(Transport first) {
        String token = server.party(first).lock("k").token();
        List<Party> waiters = new ArrayList<>();
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        Transport next = first;
        for (int i = 0; i < 8; i++) {
            next = i % 3 == 2 ? next : other(next);
            waiters.add(server.party(next));
            answers.add(waiters.getLast().lockWithin("k", 600));
            server.awaitQueued("k", i + 1);
        }

        Party holder = server.party(first);
        for (int i = 0; i < waiters.size(); i++) {
            assertThat(holder.release("k", token).word()).isEqualTo("ok");
            Answer granted = Client.await(answers.get(i));
            assertThat(granted.word()).isEqualTo("ok");
            assertThat(answers.subList(i + 1, answers.size())).noneMatch(CompletableFuture::isDone);
            token = granted.token();
            holder = waiters.get(i);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("13, mixed: A token granted over one transport is renewed and released over the"
            + " other.")
    void tokenOfOneTransportIsUsableOnTheOther(Transport granting) {
        Party ann = server.party(granting);
        Party bob = server.party(other(granting));
        String lock = ann.lock("k").token();
        String slot = ann.semaphore("s", 2).token();

        assertThat(bob.renew("k", lock, 50).seconds()).isEqualTo(50);
        assertThat(bob.renewSemaphore("s", slot, 60).seconds()).isEqualTo(60);
        assertThat(bob.release("k", lock).word()).isEqualTo("ok");
        assertThat(bob.releaseSemaphore("s", slot).word()).isEqualTo("ok");
        assertThat(ann.release("k", lock).word()).isEqualTo("not_held");
        assertThat(ann.renewSemaphore("s", slot, 60).word()).isEqualTo("not_held");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("26, mixed: Enqueue over one transport does not count on the other.")
    void placeBelongsToTheSessionThatEnqueued(Transport enqueuing) {
        Party ann = server.party(enqueuing);
        Party bob = server.party(other(enqueuing));

        assertThat(ann.enqueue("k").word()).isEqualTo("acquired");
        assertThat(bob.collect("k").word()).isEqualTo("not_enqueued");
        assertThat(bob.enqueue("k").word()).isEqualTo("queued");
        assertThat(ann.collect("k").word()).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("35, mixed: One key space: a lock of one transport is no semaphore of the other.")
    void bothTransportsShareTheKeySpace(Transport first) {
        server.party(first).lock("k");
        Party bob = server.party(other(first));

        assertThat(bob.semaphore("k", 1).word()).isEqualTo("limit_mismatch");
        assertThat(bob.lock("k").word()).isEqualTo("timeout");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("45, mixed: Tokens rise with each grant, whichever transport it goes to.")
    void tokensRiseAcrossBothTransports(Transport first) {
        Party ann = server.party(first);
        Party bob = server.party(other(first));
        String last = "";
        for (int i = 0; i < 10; i++) {
            String token = (i % 2 == 0 ? ann : bob).lock("k" + i).token();
            assertThat(token).isGreaterThan(last);
            last = token;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("48, mixed: Who leaves makes room for the next, whichever transport each uses.")
    void disconnectPromotesTheNextWaiterOfEitherTransport(Transport leaving) {
        Party ann = server.party(leaving);
        ann.lock("k");
        CompletableFuture<Answer> waiting = server.party(other(leaving)).lockWithin("k", 600);
        server.awaitQueued("k", 1);

        ann.leave();

        assertThat(Client.await(waiting).word()).isEqualTo("ok");
    }

    @Test
    @DisplayName("1.11: A lock taken over TCP is seen in HTTP stats, and the reverse.")
    void lockOfOneTransportIsSeenOnTheOther() {
        Caller http = server.session();
        LineClient line = server.connect();
        line.ask("l", "by-line", "0 50");
        http.lock("by-http", 60);
        line.ask("sl", "slots", "0 3");
        http.semaphore("slots", 3);

        JsonNode overHttp = server.stats();
        JsonNode overLine = stats(line);

        assertThat(server.row("locks", "by-line").path("lease_expires_in_s").asInt())
                .isEqualTo(50);
        assertThat(overHttp.path("semaphores").path(0).path("holders").asInt()).isEqualTo(2);
        assertThat(overLine.path("locks").size()).isEqualTo(2);
        assertThat(overLine.path("semaphores").path(0).path("holders").asInt()).isEqualTo(2);
    }

    @Test
    @DisplayName("1.11: Stats have the same figures on both transports, and TCP's have no more than"
            + " the original's fields.")
    void statsAreTheSameOnBothTransports() {
        Caller http = server.session();
        LineClient line = server.connect();
        line.ask("l", "held", "0 50");
        line.request("l", "held", "600");
        server.awaitQueued("held", 1);
        http.releaseSemaphore("idle", http.semaphore("idle", 2).token());
        http.release("rest", http.lock("rest").token());
        http.semaphore("slots", 3);
        server.session().post("semaphores/slots/enqueue", "{\"limit\":3}");
        server.clock().advanceNanos(1_500_000_000);

        JsonNode overLine = stats(server.connect());
        // HTTP rows have more fields; everything else is identical.
        JsonNode overHttp = server.stats();
        for (String array : List.of("locks", "semaphores")) {
            for (JsonNode row : overHttp.path(array)) {
                ((ObjectNode) row).remove(List.of("held_by", "since", "waiting_since"));
            }
        }

        assertThat(overLine.toString()).isEqualTo(overHttp.toString());
        assertThat(overLine.path("locks").path(0).propertyNames())
                .containsExactly("key", "owner_conn_id", "lease_expires_in_s", "waiters");
        assertThat(overLine.path("semaphores").path(0).propertyNames())
                .containsExactly("key", "limit", "holders", "waiters");
        assertThat(overLine.path("idle_locks").toString())
                .isEqualTo("[{\"key\":\"rest\",\"idle_s\":1.5}]");
        assertThat(overLine.path("idle_semaphores").toString())
                .isEqualTo("[{\"key\":\"idle\",\"idle_s\":1.5}]");
    }

    @Test
    @DisplayName("70. `connections` agrees between TCP `stats` and HTTP stats.")
    void connectionsAgree() {
        server.session();
        LineClient line = server.connect();
        assertThat(line.ask("ping", "_", "_")).isEqualTo("ok");
        Party leaving = server.party(Transport.LINE);
        assertThat(leaving.lock("k").word()).isEqualTo("ok");

        assertThat(stats(line).path("connections").asInt()).isEqualTo(3);
        assertThat(server.stats().path("connections").asInt()).isEqualTo(3);
        leaving.leave();

        assertThat(stats(line).path("connections").asInt()).isEqualTo(2);
        assertThat(server.stats().path("connections").asInt()).isEqualTo(2);
        assertThat(server.client().get("/metrics").body())
                .contains("dflockd_connections 2")
                .contains("dflockd_http_sessions 1");
    }

    @Test
    @DisplayName("1.11: The caller's own TCP connection counts, before it has asked anything else.")
    void callersOwnConnectionIsCounted() {
        assertThat(stats(server.connect()).path("connections").asInt()).isEqualTo(1);
    }

    @Test
    void keyIsTheSameTextOnBothTransports() {
        LineClient line = server.connect();
        String[] reply = line.ask("l", "clé/“ß”\u2028<&>", "0").split(" ");
        Caller http = server.session();
        String path = "locks/cl%C3%A9%2F%E2%80%9C%C3%9F%E2%80%9D%E2%80%A8%3C&%3E";

        Reply released = http.post(path + "/release", "{\"token\":\"" + reply[1] + "\"}");

        assertThat(released.status()).isEqualTo(204);
        assertThat(stats(line).path("idle_locks").path(0).path("key").asString())
                .isEqualTo("clé/“ß”\u2028<&>");
    }

    private static JsonNode stats(LineClient line) {
        String reply = line.ask("stats", "_", "_");
        assertThat(reply).startsWith("ok {").endsWith("}");
        return Reply.parse(reply.substring(3));
    }
}
