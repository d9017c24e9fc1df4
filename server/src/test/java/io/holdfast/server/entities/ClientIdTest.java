package io.holdfast.server.entities;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import io.holdfast.server.FakeClock;
import io.holdfast.server.RawClient;
import io.holdfast.server.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client id is a credential: a client that knows it can act as its owner. Tests that the server
 * never reveals it.
 */
final class ClientIdTest {

    private static final String SECRET = "canary-4711-0815-client";

    @Test
    void clientIdIsNeverStoredOrShown(@TempDir Path directory) throws IOException {
        List<Event> events = new CopyOnWriteArrayList<>();
        // A snapshot after every entry, so that the test can inspect one.
        try (TestServer server = TestServer.durable(
                new FakeClock(), directory, "--snapshot-entries", "1", "--debug")) {
            server.server().onEvents(events::addAll);
            EntityClient.example(server);
            EntityClient holder = EntityClient.of(server, SECRET);
            EntityClient other = EntityClient.of(server, "other");
            holder.lock("components/c", 10);
            holder.write("apps/a", "1");
            for (String path : List.of("components/c", "components/c/locks", "components")) {
                assertThat(other.get(path).body()).doesNotContain(SECRET);
            }
            assertThat(other.write("apps/a", "1").body()).doesNotContain(SECRET);
            assertThat(other.lock("components/c", 10).body()).doesNotContain(SECRET);
            for (String path : List.of("/metrics", "/v1/stats")) {
                assertThat(server.client().get(path).body()).doesNotContain(SECRET);
            }
            assertThat(other.breakLock("components/c", 10).body()).doesNotContain(SECRET);
        }
        assertThat(events).isNotEmpty();
        assertThat(events.toString()).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> kept = files.filter(Files::isRegularFile).toList();
            assertThat(kept).isNotEmpty();
            for (Path file : kept) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(text.contains(SECRET)).as(file.toString()).isFalse();
            }
        }
    }

    @Test
    void nonLatinIdsAreDistinct() {
        try (TestServer server = TestServer.ephemeral();
                RawClient raw = new RawClient(server)) {
            EntityClient.example(server);
            String body = "{\"lock_expiration\": 10}";
            String lock = "POST " + EntitiesDialect.BASE + "/components/c/locks HTTP/1.1\r\n"
                    + "Host: localhost\r\nContent-Type: application/json\r\nX-Client-Id: %s\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            raw.send(lock.formatted("\u03a9-one"));
            assertThat(raw.head()).startsWith("HTTP/1.1 201");
            try (RawClient other = new RawClient(server)) {
                other.send(lock.formatted("\u0416-one"));
                assertThat(other.head()).startsWith("HTTP/1.1 409");
            }
        }
    }

    @Test
    void differentIdsAreDifferentClients() {
        assertThat(ClientIds.of("a")).isEqualTo(ClientIds.of("a")).isNotEqualTo(ClientIds.of("A"));
        assertThat(ClientIds.of("\u00ff")).isNotEqualTo(ClientIds.of("\u00fe"));
        assertThat(ClientIds.of("a").toString()).isEqualTo("ClientId[***]");
    }
}
