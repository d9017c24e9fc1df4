package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Holdfast;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose leases outlive them, and commands that follow what happens. */
final class HoldCommandsTest {

    private static final String NODE = """
            ---
            id: task-docs
            type: task
            title: Docs
            summary: Write the page
            date: 2026-06-21
            ---
            Start with the examples.
            """;

    @TempDir
    private static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(ServerCommand.ephemeral(), directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url() {
        return "http://127.0.0.1:" + server.port();
    }

    private static Typed typed(String person, String... words) throws Exception {
        Map<String, String> environment = person.isEmpty()
                ? Map.of("HOLDFAST_URL", url())
                : Map.of("HOLDFAST_URL", url(), "HOLDFAST_TOKEN", person);
        return Typed.start(directory, environment, words);
    }

    /** Runs a command, and returns its output after its exit code. */
    private static String done(String person, String... words) throws Exception {
        try (Typed typed = typed(person, words)) {
            return typed.code() + " " + typed.out();
        }
    }

    @Test
    void nodeIsClaimedByOnePerson() throws Exception {
        try (Holdfast jo = Holdfast.builder().address(url()).token("jo").build()) {
            jo.nodes().write(NODE);
        }
        assertThat(done("jo", "node", "queue")).startsWith("0 ").contains("task-docs");
        assertThat(done("jo", "node", "read", "task-docs")).isEqualTo("0 " + NODE);
        assertThat(done("jo", "node", "claim", "task-docs")).startsWith("0 claimed task-docs");
        assertThat(done("sam", "node", "claim", "task-docs")).isEqualTo("75 ");
        assertThat(done("jo", "node", "renew", "task-docs")).startsWith("0 task-docs is held");
        assertThat(done("jo", "node", "release", "task-docs")).isEqualTo("0 ");
        assertThat(done("jo", "node", "renew", "task-docs")).isEqualTo("79 ");
    }

    @Test
    void eventsAndWatchPrintWhatHappens() throws Exception {
        try (Typed events = typed("", "events", "--prefix", "followed", "-o", "json");
                Typed watch = typed("", "watch", "followed")) {
            assertThat(watch.awaitLine(1)).isEqualTo("followed (locks): free, 0 waiting");
            // Events have no answer that says when the stream is open, so the lock is repeated.
            await().atMost(Typed.PATIENCE).until(() -> {
                assertThat(done("", "run", "followed", "--", "true")).isEqualTo("0 ");
                return events.out().contains("\"event\":\"released\"");
            });
            assertThat(events.out()).contains("\"event\":\"granted\"", "\"key\":\"followed\"");
            await().atMost(Typed.PATIENCE).until(() -> watch.out().contains("released"));
        }
    }

    @Test
    void lockIsHeldAfterTheCommandUntilUnlock() throws Exception {
        String token = done("", "lock", "kept", "--ttl", "10m").substring(2).strip();
        assertThat(done("", "run", "-n", "kept", "--", "true")).isEqualTo("75 ");
        assertThat(done("", "renew", "kept", token)).startsWith("0 held for another");
        assertThat(done("", "unlock", "kept", token)).isEqualTo("0 ");
        assertThat(done("", "unlock", "kept", token)).isEqualTo("79 ");
        assertThat(done("", "run", "-n", "kept", "--", "true")).isEqualTo("0 ");
    }
}
