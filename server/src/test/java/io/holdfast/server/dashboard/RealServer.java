package io.holdfast.server.dashboard;

import io.holdfast.log.Clock;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A server in memory whose time passes by itself, as a browser expects it; or a cluster of three,
 * of which a browser uses the first member.
 */
final class RealServer implements AutoCloseable {

    private static final int NODES = 3;

    private final Server server;
    private final List<Server> all;
    private final Client client;

    private RealServer(List<Server> all) {
        this.server = all.getFirst();
        this.all = all;
        this.client = new Client(server.httpPort());
    }

    static RealServer start(String... flags) {
        return at(0, flags);
    }

    /** Starts a server on a port; 0 picks a free one. */
    static RealServer at(int port, String... flags) {
        List<String> words = new ArrayList<>(List.of("--ephemeral"));
        words.addAll(List.of(flags));
        return new RealServer(List.of(start(port, words)));
    }

    /** Starts three members, all at once, because none is ready before the others run. */
    static RealServer cluster(Path directory, String... flags) {
        List<Integer> ports = FreePorts.ports(NODES);
        String peers = IntStream.range(0, NODES)
                .mapToObj(i -> "n" + (i + 1) + "=127.0.0.1:" + ports.get(i))
                .collect(Collectors.joining(","));
        List<CompletableFuture<Server>> starting = new ArrayList<>();
        for (int number = 1; number <= NODES; number++) {
            String node = "n" + number;
            List<String> words = new ArrayList<>(List.of("--node", node, "--peers", peers));
            words.addAll(List.of("--data-dir", directory.resolve(node).toString()));
            words.addAll(List.of(flags));
            starting.add(CompletableFuture.supplyAsync(
                    () -> start(0, words), task -> Thread.ofPlatform().daemon().start(task)));
        }
        return new RealServer(starting.stream().map(CompletableFuture::join).toList());
    }

    private static Server start(int port, List<String> flags) {
        List<String> words = new ArrayList<>(List.of(
                "--http-port",
                String.valueOf(port),
                "--port",
                "0",
                "--shutdown-timeout",
                "1",
                // The tests send no pings, and a busy machine may take minutes to draw a page.
                "--http-session-idle-timeout",
                "600"));
        words.addAll(flags);
        try {
            return Server.start(ConfigReader.read(words, Map.of()), Clock.SYSTEM);
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
    }

    int port() {
        return server.httpPort();
    }

    int linePort() {
        return server.linePort();
    }

    Client client() {
        return client;
    }

    /** Returns the address of a page of the dashboard. */
    String page(String hash) {
        return "http://127.0.0.1:" + port() + "/" + hash;
    }

    /** Acquires a lock for a new session, and returns the session and the reply. */
    Held hold(String key, String owner) {
        Caller session = client.session();
        Reply reply = session.post(
                "locks/" + encoded(key),
                "{\"acquire_timeout_s\":0,\"lease_ttl_s\":600}",
                "X-Holdfast-Owner",
                owner);
        return new Held(session, key, reply.token(), reply.fence());
    }

    /** Queues a new session for a lock. */
    Caller queue(String key, String owner) {
        Caller session = client.session();
        session.post("locks/" + encoded(key) + "/enqueue", "", "X-Holdfast-Owner", owner);
        return session;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A grant. */
    record Held(Caller session, String key, String token, long fence) {

        void release() {
            session.release(encoded(key), token);
        }
    }

    @Override
    public void close() {
        all.parallelStream().forEach(Server::stop);
        client.close();
    }
}
