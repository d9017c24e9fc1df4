package io.holdfast.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.FakeClock;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.events.EventReader.Seen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of event is reported, can be asked for alone, and comes from every API. */
@OneNode("a reader follows one member, whose base URL the client names")
final class EventKindsTest {

    private static final String POOL = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11";
    private static final List<String> KINDS = List.of(
            "granted",
            "queued",
            "released",
            "expired",
            "broken",
            "cancelled",
            "session_opened",
            "session_ended",
            "settings_changed");

    @TempDir
    private Path directory;

    private static EventReader reader(TestServer server, String query) {
        return new EventReader(server.client().base(), query, null);
    }

    @Test
    void eachKindCanBeFollowedAlone() throws Exception {
        Path tenants = directory.resolve("tenants.yml");
        Files.writeString(tenants, "default: {max-keys: 100}\n");
        Map<String, EventReader> readers = new LinkedHashMap<>();
        try (TestServer server =
                TestServer.ephemeralAt(new FakeClock(), "--tenants-file", tenants.toString())) {
            KINDS.forEach(kind -> readers.put(kind, reader(server, "?kind=" + kind)));

            Caller ann = server.session();
            ann.release("k", ann.lock("k", 600).text("token"));
            ann.lock("short", 1);
            server.clock().advanceSeconds(2);
            long fence = ann.lock("broken", 600).json().path("fence").asLong();
            server.client()
                    .ask("DELETE", "/v1/resources/locks/broken/holders/" + fence + "?reason=x", "");
            ann.lock("held", 600);
            Caller bob = server.session();
            bob.enqueue("held");
            bob.delete();
            Files.writeString(tenants, "default: {max-keys: 99}\n");
            server.reload();

            Map<String, String> keys = new LinkedHashMap<>();
            readers.forEach((kind, reader) -> {
                Seen seen = reader.next();
                assertThat(seen.kind()).isEqualTo(kind);
                assertThat(seen.id()).isNotEmpty();
                keys.put(kind, seen.data().path("key").asString(""));
            });
            assertThat(keys)
                    .containsEntry("granted", "k")
                    .containsEntry("queued", "held")
                    .containsEntry("released", "k")
                    .containsEntry("expired", "short")
                    .containsEntry("broken", "broken")
                    .containsEntry("cancelled", "held");
        } finally {
            readers.values().forEach(EventReader::close);
        }
    }

    @Test
    void eventsOfEachApiCanBeFollowedAloneAndHaveNoSecrets() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock());
                EventReader locks = reader(server, "?api=locks&kind=granted");
                EventReader pools = reader(server, "?api=pools");
                EventReader claims = reader(server, "?api=claims");
                EventReader entities = reader(server, "?api=entities")) {
            server.client().ask("PUT", POOL, "{\"count\":1}");
            server.client().post(POOL + "/borrow", "{\"ttl\":60}");
            server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            server.client().post("/api/v1/apps", "{\"id\":\"a\"}");
            String body = "{\"lock_expiration\":60}";
            server.client().post("/api/v1/apps/a/locks", body, "X-Client-Id", "secret-client");
            server.session().lock("k");

            String pool = server.client().get(POOL).header("Holdfast-Resource").orElseThrow();
            Seen lent = pools.next();
            assertThat("pools/" + lent.data().path("key").asString()).isEqualTo(pool);
            assertThat(claims.kinds(2)).containsExactly("granted", "queued");
            Seen locked = entities.next();
            assertThat(locked.data().path("key").asString()).isEqualTo("apps/a");
            assertThat(locked.data().toString()).doesNotContain("secret-client");
            assertThat(locks.next().data().path("key").asString()).isEqualTo("k");
        }
    }

    @Test
    void readerThatFallsBehindTheBufferIsToldAndDisconnected() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock(), "--event-buffer", "100");
                EventReader slow = reader(server, "?kind=granted")) {
            Caller ann = server.session();
            for (int i = 0; i < 150; i++) {
                ann.lock("k" + i);
                slow.next();
            }
            // All 150 grants end in one step, which is more than the buffer keeps.
            Reply closed = ann.delete();

            assertThat(closed.status()).isEqualTo(204);
            Seen told = slow.next();
            assertThat(told.kind()).isEqualTo("too_slow");
            assertThat(told.data().path("detail").asString()).contains("too slow");
            assertThat(slow.next().kind()).isEqualTo("end");
        }
    }
}
