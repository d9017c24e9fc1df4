package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.TestServer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests nodes that are dormant until a wake date. */
final class WakeTest {

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");

    @AfterEach
    void close() {
        server.close();
    }

    private void write(String id, String wake) {
        String node = "{\"nodes\":[{\"id\":\"" + id + "\",\"type\":\"task\",\"title\":\"T\","
                + "\"summary\":\"s\",\"date\":\"2026-06-21\",\"wake\":\"" + wake + "\"}]}";
        assertThat(alice.ask("POST", "/v1/nodes", node).status()).isEqualTo(200);
    }

    private JsonNode queue() {
        return alice.ask("GET", "/v1/queue", "").json();
    }

    @Test
    void nodeIsDormantUntilMidnightUtcOfItsWakeDate() {
        Instant now = Instant.ofEpochMilli(server.clock().wallMillis());
        LocalDate tomorrow = now.atZone(ZoneOffset.UTC).toLocalDate().plusDays(1);
        write("task-a", tomorrow.toString());

        assertThat(queue().path("count").asInt()).isZero();
        assertThat(queue().path("dormant").asInt()).isEqualTo(1);

        server.clock().advanceNanos(TimeUnit.DAYS.toNanos(1));
        assertThat(queue().path("count").asInt()).isEqualTo(1);
        assertThat(queue().has("dormant")).isFalse();
    }

    @Test
    void invalidWakeDateIsIgnored() {
        for (String wake : new String[] {"soon", "2999-13-01", "2999-02-30", "", "[]"}) {
            write("task-" + queue().path("count").asInt(), wake);
        }
        assertThat(queue().path("count").asInt()).isEqualTo(5);
        assertThat(queue().has("dormant")).isFalse();
    }

    @Test
    void wakeDateAcceptsATimeWithOffset() {
        write("task-a", "2999-01-01T00:00:00+01:00");
        assertThat(queue().path("dormant").asInt()).isEqualTo(1);
    }
}
