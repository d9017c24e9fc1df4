package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.edge.Uuids;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Uses canary UUIDs and checks that no other output of the server contains one. */
final class SecretsTest {

    private final List<UUID> pools = new ArrayList<>();
    private final List<UUID> leases = new ArrayList<>();
    private final StringBuffer shown = new StringBuffer();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger("ROOT");
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.holdfast");
    private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
    private Level rootLevel;
    private Level oursLevel;

    @BeforeEach
    void listen() {
        rootLevel = root.getLevel();
        oursLevel = ours.getLevel();
        // A lower level than --debug sets.
        root.setLevel(Level.DEBUG);
        ours.setLevel(Level.TRACE);
        root.iteratorForAppenders().forEachRemaining(others::add);
        others.forEach(root::detachAppender);
        lines.start();
        root.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(lines);
        others.forEach(root::addAppender);
        root.setLevel(rootLevel);
        ours.setLevel(oursLevel);
    }

    @Test
    void uuidAppearsInNoOtherOutput(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        for (int start = 0; start < 2; start++) {
            try (TestServer server = TestServer.durable(clock, directory, "--debug")) {
                server.server().onEvents(events -> shown.append(events));
                use(server);
                look(server.client());
                server.stop();
            }
        }
        synchronized (lines) {
            lines.list.forEach(line -> {
                shown.append(line.getFormattedMessage()).append('\n');
                shown.append(line.getThrowableProxy() == null ? "" : line.getThrowableProxy());
            });
        }
        assertThat(pools).hasSizeGreaterThan(5);
        assertThat(leases).hasSizeGreaterThan(5);
        assertThat(shown).as("what is looked at").contains("Granted[").contains("holdfast_pools");
        for (UUID canary : Stream.concat(pools.stream(), leases.stream()).toList()) {
            assertThat(shown)
                    .doesNotContainIgnoringCase(canary.toString())
                    .doesNotContainIgnoringCase(canary.toString().replace("-", ""))
                    .doesNotContain(Long.toString(canary.getMostSignificantBits()))
                    .doesNotContain(Long.toString(canary.getLeastSignificantBits()));
        }
        // A pool's UUID is not even stored; only its digest is.
        byte[] kept = contents(directory);
        for (UUID canary : pools) {
            assertThat(indexOf(kept, canary.toString().getBytes(StandardCharsets.US_ASCII)))
                    .isNegative();
            assertThat(indexOf(kept, bytes(canary))).isNegative();
        }
        assertThat(leases).as("the search finds what is there").anyMatch(lease -> {
            return indexOf(kept, bytes(lease)) >= 0;
        });
    }

    private void use(TestServer server) {
        for (int i = 0; i < 4; i++) {
            UUID id = Uuids.random();
            pools.add(id);
            PoolClient pool = new PoolClient(server, id.toString());
            pool.put(1);
            Reply first = pool.borrow();
            leases.add(UUID.fromString(lease(first)));
            CompletableFuture<Reply> waiting = pool.queue("30", "60", 0);
            pool.giveBack(lease(first));
            leases.add(UUID.fromString(lease(Client.await(waiting))));
            UUID unknown = Uuids.random();
            pools.add(unknown);
            UUID stranger = Uuids.random();
            leases.add(stranger);
            new PoolClient(server, unknown.toString()).get();
            new PoolClient(server, unknown.toString()).borrow();
            new PoolClient(server, unknown.toString()).giveBack(stranger.toString());
            pool.giveBack(stranger.toString());
            pool.putBody("{\"count\":1,\"note\":\"" + unknown + "\"");
            pool.putBody("{\"count\":\"" + unknown + "\"}");
            server.client().get(pool.path() + "/nowhere");
            server.client().get("/l/" + id + "x");
            if (i % 2 == 0) {
                pool.delete();
            }
        }
        server.clock().advanceSeconds(600);
    }

    /** Collects all other output of the server, including errors. */
    private void look(Client client) {
        List<Reply> replies = new ArrayList<>(List.of(
                client.get("/v1/stats"),
                client.get("/metrics"),
                client.get("/health"),
                client.get("/ready"),
                client.get("/v1/openapi.json"),
                client.get("/l"),
                client.get("/v1"),
                client.post("/v1/sessions/x/ping", ""),
                client.session().post("locks/k", "{\"nonsense\":1}")));
        UUID id = pools.getFirst();
        // Errors of the pools API do not repeat the request either.
        replies.add(client.get("/l/" + id + "x"));
        replies.add(client.get("/l/" + id + "/" + id));
        replies.add(client.post("/l/" + id + "/return", "{\"lease\":\"x" + id + "\"}"));
        replies.add(client.post("/l/" + id + "/borrow", "{\"" + id + "\"}"));
        replies.forEach(reply -> shown.append(reply.http().headers().map()).append(reply.body()));
    }

    private static byte[] contents(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.write(Files.readAllBytes(file));
            }
            return all.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static int indexOf(byte[] all, byte[] sought) {
        for (int at = 0; at + sought.length <= all.length; at++) {
            int matched = 0;
            while (matched < sought.length && all[at + matched] == sought[matched]) {
                matched++;
            }
            if (matched == sought.length) {
                return at;
            }
        }
        return -1;
    }
}
