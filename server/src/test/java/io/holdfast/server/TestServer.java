package io.holdfast.server;

import io.holdfast.core.event.Event;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A whole server on a real socket, with a clock that the test advances unless it is a peer. With
 * {@code -Dholdfast.test.nodes=3}, a server without its own files is a cluster of three members
 * with one such clock, and each request and connection goes to the next member. Tests then apply to
 * the cluster, unless they are marked {@link OneNode}.
 */
public final class TestServer implements AutoCloseable {

    static final List<String> FREE_PORTS =
            List.of("--http-port", "0", "--port", "0", "--shutdown-timeout", "5");
    private static final boolean CLUSTER = Integer.getInteger("holdfast.test.nodes", 1) > 1;
    private static final long PATIENCE_MILLIS = 30_000;

    private final @Nullable FakeClock clock;
    private final List<Server> nodes;
    private final Client client;
    private final List<List<Event>> events = new ArrayList<>();
    private final List<LineClient> connections = new ArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();
    private int commands;

    /** The directory to remove on close. */
    private @Nullable Path directory;

    private TestServer(@Nullable FakeClock clock, List<Server> nodes) {
        this.clock = clock;
        this.nodes = nodes;
        this.client = new Client(nodes.stream().map(Server::httpPort).toList());
        for (Server node : nodes) {
            List<Event> seen = new ArrayList<>();
            events.add(seen);
            node.onEvents(more -> record(seen, more));
            node.onBatches((more, nanos) -> count(more));
        }
    }

    /** Returns true if a server without its own files is a cluster. */
    public static boolean ofSeveralNodes() {
        return CLUSTER;
    }

    /** Starts a server that keeps its state in memory. */
    public static TestServer ephemeral(String... flags) {
        return ephemeralAt(new FakeClock(), flags);
    }

    /** Starts a server in memory with a clock that other servers have used before. */
    public static TestServer ephemeralAt(FakeClock clock, String... flags) {
        if (!CLUSTER) {
            return start(clock, List.of("--ephemeral"), flags);
        }
        try {
            Path directory = Files.createTempDirectory("holdfast-nodes");
            Peers peers = Peers.start(directory, new GroupClock(clock), node -> List.of(flags));
            TestServer server = new TestServer(clock, peers.servers());
            server.directory = directory;
            clock.settleBy(() -> server.nodes.forEach(node -> Client.await(node.caughtUp())));
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts a server that keeps its state in a directory. */
    public static TestServer durable(FakeClock clock, Path directory, String... flags) {
        return start(clock, List.of("--data-dir", directory.toString()), flags);
    }

    /** Wraps a running server. Its clock is real, since no test advances several clocks at once. */
    static TestServer inRealTime(Server server) {
        return new TestServer(null, List.of(server));
    }

    private static TestServer start(FakeClock clock, List<String> storage, String... flags) {
        List<String> all = new ArrayList<>(storage);
        all.addAll(FREE_PORTS);
        all.addAll(List.of(flags));
        try {
            return new TestServer(
                    clock, List.of(Server.start(ConfigReader.read(all, Map.of()), clock)));
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized void record(List<Event> seen, List<Event> more) {
        seen.addAll(more);
        notifyAll();
    }

    private synchronized void count(int more) {
        commands += more;
        notifyAll();
    }

    /** Returns the number of commands applied since the start. */
    public synchronized int commands() {
        return commands;
    }

    /** Waits until this many commands were applied since the start, including pending waits. */
    public synchronized void awaitCommands(int count) {
        await(() -> commands >= count, () -> commands + " commands were applied");
    }

    /** Waits until this many events of a kind have occurred since the start, at every member. */
    public synchronized void awaitEvents(int count, Predicate<Event> kind) {
        await(() -> count(kind) >= count, () -> "what happened: " + events);
    }

    private synchronized long count(Predicate<Event> kind) {
        return events.stream()
                .mapToLong(seen -> seen.stream().filter(kind).count())
                .min()
                .orElseThrow();
    }

    private synchronized void await(BooleanSupplier condition, Supplier<String> story) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!condition.getAsBoolean()) {
            long left = deadline - System.currentTimeMillis();
            if (left <= 0) {
                throw new AssertionError("waited in vain; " + story.get());
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Waits until this many waiters have queued for a key since the start. */
    public void awaitQueued(String key, int count) {
        awaitEvents(
                count,
                event -> event instanceof Event.Queued queued
                        && queued.name().key().equals(key));
    }

    public void awaitWaitsEnded(String key, int count) {
        awaitEvents(
                count,
                event -> event instanceof Event.WaitEnded ended
                        && ended.name().key().equals(key));
    }

    public void awaitGrants(String key, int count) {
        awaitEvents(
                count,
                event -> event instanceof Event.Granted granted
                        && granted.name().key().equals(key));
    }

    public FakeClock clock() {
        if (clock == null) {
            throw new AssertionError("real time passes by itself");
        }
        return clock;
    }

    public Client client() {
        return client;
    }

    public Caller session() {
        return client.session();
    }

    /** Opens a session or a line protocol connection. */
    public Party party(Transport transport) {
        return switch (transport) {
            case HTTP -> new HttpParty(session());
            case LINE -> new LineParty(this);
        };
    }

    /** Opens a line protocol connection, which ends with this server at the latest. */
    public synchronized LineClient connect() {
        LineClient connection = new LineClient(linePort());
        connections.add(connection);
        return connection;
    }

    /** Returns how many sessions have ended with their connection or on request since the start. */
    public long connectionsEnded() {
        return count(TestServer::isEnd);
    }

    public void awaitConnectionsEnded(long count) {
        awaitEvents((int) count, TestServer::isEnd);
    }

    private static boolean isEnd(Event event) {
        return event instanceof Event.SessionEnded ended
                && ended.reason() == Event.SessionEnd.CLOSED;
    }

    public JsonNode stats() {
        return client.get("/v1/stats").json();
    }

    /** Returns a key's row in an array of the statistics, or a missing node. */
    public JsonNode row(String array, String key) {
        for (JsonNode row : stats().path(array)) {
            if (row.path("key").asString().equals(key)) {
                return row;
            }
        }
        return tools.jackson.databind.node.MissingNode.getInstance();
    }

    /** Returns the HTTP port of the next member. */
    public int httpPort() {
        return next().httpPort();
    }

    /** Returns the line protocol port of the next member. */
    public int linePort() {
        return next().linePort();
    }

    private Server next() {
        return nodes.get(turns.getAndIncrement() % nodes.size());
    }

    /** Returns the number of requests that wait for a claim to change. */
    public int watches() {
        return nodes.stream().mapToInt(Server::watches).sum();
    }

    /** Reloads every member's files. */
    public void reload() throws ConfigException {
        for (Server node : nodes) {
            node.reload();
        }
    }

    /** Returns the first member. */
    public Server server() {
        return nodes.getFirst();
    }

    /** Stops as on a signal. */
    public void stop() {
        nodes.forEach(Server::stop);
    }

    @Override
    public void close() {
        if (clock != null) {
            clock.settleBy(() -> {});
        }
        client.close();
        synchronized (this) {
            connections.forEach(LineClient::close);
        }
        nodes.parallelStream().forEach(Server::close);
        if (directory != null) {
            try {
                SharedCluster.remove(directory);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
