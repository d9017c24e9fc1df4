package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Cluster members in this process that may wait for each other as long as a test needs. */
final class StartingMembers implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;

    private final Path directory;
    private final List<Integer> ports = Peers.freePorts();
    private final List<Server> servers = new ArrayList<>();

    StartingMembers(Path directory) {
        this.directory = directory;
    }

    /** A listening member and its start, which may wait for others. */
    record Member(Server server, CompletableFuture<Void> serving) implements AutoCloseable {

        Reply ready() {
            try (Client client = new Client(server.httpPort())) {
                return client.get("/ready");
            }
        }

        /** Waits until {@code /ready} contains the text. */
        void awaitReady(String text) {
            Awaitility.await(text)
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> ready().body(), body -> body.contains(text));
        }

        @Override
        public void close() {
            server.close();
        }
    }

    int port(int number) {
        return ports.get(number - 1);
    }

    /** Returns the value of --peers that all members use. */
    String peers() {
        return Peers.peers(ports);
    }

    Member start(int number, String... more) throws Exception {
        return startWith(peers(), number, more);
    }

    /** Starts a member with a different value of --peers. */
    Member startWith(String peers, int number, String... more) throws Exception {
        String node = "n" + number;
        List<String> flags = new ArrayList<>();
        flags.addAll(List.of("--data-dir", directory.resolve(node).toString(), "--node", node));
        flags.addAll(List.of("--peers", peers, "--leader-wait", "1"));
        if (!List.of(more).contains("--node-lost")) {
            flags.addAll(List.of("--node-lost", "3"));
        }
        flags.addAll(TestServer.FREE_PORTS);
        flags.addAll(List.of(more));
        Server server = Server.listening(ConfigReader.read(flags, Map.of()), Clock.SYSTEM);
        servers.add(server);
        CompletableFuture<Void> serving = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("serve-" + node).start(() -> {
            try {
                server.awaitServing();
                serving.complete(null);
            } catch (IOException | RuntimeException e) {
                serving.completeExceptionally(e);
            }
        });
        return new Member(server, serving.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Override
    public void close() {
        servers.reversed().forEach(Server::close);
    }
}
