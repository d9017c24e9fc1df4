package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.expires;
import static io.holdfast.server.nodes.Person.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests nodes across a kill and a start. */
final class RestartTest {

    private final FakeClock clock = new FakeClock();

    @TempDir
    Path directory;

    @Test
    void nodesEdgesLeasesAndTokensSurviveAKill() {
        Reply claim;
        JsonNode node;
        String token;
        try (TestServer server = TestServer.durable(clock, directory)) {
            Person alice = Person.of(server, "alice");
            alice.task("task-a");
            alice.task("task-b");
            alice.edge("task-a", "blocks", "task-b");
            alice.post("task-a", "priority", "{\"priority\":\"p1\"}");
            claim = alice.post("task-a", "claim", "{\"session\":\"run-1\",\"dispatch\":\"n\"}");
            alice.write(markdown(
                    "agent-x", "agent", "edges:\n  - {type: owned-by, to: person-alice}\n"));
            token = alice.ask("POST", "/v1/agents/agent-x/token", "{}").token();
            node = alice.node("task-a");
            // The server ends without a shutdown, as if the process had been killed.
        }
        clock.advanceSeconds(5);
        try (TestServer server = TestServer.durable(clock, directory)) {
            Person alice = Person.of(server, "alice");
            Person bob = Person.of(server, "bob");
            assertThat(alice.node("task-a")).isEqualTo(node);
            Reply refused = bob.claim("task-a");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().path("holder").path("expires").asLong())
                    .isEqualTo(expires(claim));
            assertThat(refused.json().path("holder").path("session").asString()).isEqualTo("run-1");
            assertThat(alice.post("task-a", "claim", "{\"dispatch\":\"m\"}").status())
                    .isEqualTo(409);
            assertThat(bob.queue("").path("leased").asInt()).isOne();
            assertThat(bob.queue("").path("blocked").asInt()).isOne();
            assertThat(Person.of(server, token).renew("task-a").status()).isEqualTo(200);
        }
    }

    @Test
    void leaseExpiresDuringDowntime() {
        try (TestServer server = TestServer.durable(clock, directory)) {
            Person alice = Person.of(server, "alice");
            alice.task("task-a");
            alice.claim("task-a");
        }
        clock.advanceSeconds(2_700);
        try (TestServer server = TestServer.durable(clock, directory)) {
            Person bob = Person.of(server, "bob");
            assertThat(bob.claim("task-a").status()).isEqualTo(200);
            assertThat(bob.assigned("task-a", Person.of(server, "alice"))).isOne();
        }
    }

    @Test
    void nodesSurviveASnapshot() {
        try (TestServer server = TestServer.durable(clock, directory, "--snapshot-entries", "10")) {
            Person alice = Person.of(server, "alice");
            for (int i = 0; i < 30; i++) {
                alice.task("task-" + i);
                alice.claim("task-" + i);
            }
            alice.release("task-7");
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            Person bob = Person.of(server, "bob");
            assertThat(bob.queue("").path("leased").asInt()).isEqualTo(29);
            assertThat(bob.queue("").path("count").asInt()).isOne();
            assertThat(bob.claim("task-7").status()).isEqualTo(200);
        }
    }
}
