package io.holdfast.server;

import io.holdfast.core.event.Event;
import io.holdfast.log.Clock;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A whole server on a real socket, under a clock that the test moves unless it is a peer. */
public final class TestServer implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 30_000;

    private final @Nullable FakeClock clock;
    private final Server server;
    private final Client client;
    private final List<Event> events = new ArrayList<>();
    private final List<LineClient> connections = new ArrayList<>();
    private int commands;

    private TestServer(@Nullable FakeClock clock, Server server) {
        this.clock = clock;
        this.server = server;
        this.client = new Client(server.httpPort());
        server.onEvents(this::record);
        server.onBatches((more, nanos) -> count(more));
    }

    /** A server that keeps its state in memory. */
    public static TestServer ephemeral(String... flags) {
        return start(new FakeClock(), List.of("--ephemeral"), flags);
    }

    /** The same, under a clock that other servers have used before. */
    public static TestServer ephemeralAt(FakeClock clock, String... flags) {
        return start(clock, List.of("--ephemeral"), flags);
    }

    /** A server that keeps its state in a directory. */
    public static TestServer durable(FakeClock clock, Path directory, String... flags) {
        return start(clock, List.of("--data-dir", directory.toString()), flags);
    }

    /** A node among others, in real time: no test moves the clocks of several at once. */
    static TestServer peer(Path directory, String... flags) {
        return start(null, List.of("--data-dir", directory.toString()), flags);
    }

    private static TestServer start(
            @Nullable FakeClock clock, List<String> storage, String... flags) {
        List<String> all = new ArrayList<>(storage);
        all.addAll(List.of("--http-port", "0", "--port", "0", "--shutdown-timeout", "5"));
        all.addAll(List.of(flags));
        try {
            Server server = Server.start(
                    ConfigReader.read(all, Map.of()), clock == null ? Clock.SYSTEM : clock);
            return new TestServer(clock, server);
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized void record(List<Event> more) {
        events.addAll(more);
        notifyAll();
    }

    private synchronized void count(int more) {
        commands += more;
        notifyAll();
    }

    /** How many commands were applied since the start. */
    public synchronized int commands() {
        return commands;
    }

    /** Waits until so many commands were applied since the start, also those that still wait. */
    public synchronized void awaitCommands(int count) {
        await(() -> commands >= count, () -> commands + " commands were applied");
    }

    /** Waits until so many events of a kind have happened since the start. */
    public synchronized void awaitEvents(int count, Predicate<Event> kind) {
        await(
                () -> events.stream().filter(kind).count() >= count,
                () -> "what happened: " + events);
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

    /** Waits until so many waiters have come to a key since the start. */
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

    /** A new session, or a new connection of the line protocol. */
    public Party party(Transport transport) {
        return switch (transport) {
            case HTTP -> new HttpParty(session());
            case LINE -> new LineParty(this);
        };
    }

    /** A new connection of the line protocol, which ends with this server at the latest. */
    public synchronized LineClient connect() {
        LineClient connection = new LineClient(server.linePort());
        connections.add(connection);
        return connection;
    }

    /** How many sessions have ended with their connection or on request since the start. */
    public synchronized long connectionsEnded() {
        return events.stream().filter(TestServer::isEnd).count();
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

    /** The row of a key in one of the arrays of the statistics; missing where it is not there. */
    public JsonNode row(String array, String key) {
        for (JsonNode row : stats().path(array)) {
            if (row.path("key").asString().equals(key)) {
                return row;
            }
        }
        return tools.jackson.databind.node.MissingNode.getInstance();
    }

    public Server server() {
        return server;
    }

    /** Stops as a signal would. */
    public void stop() {
        server.stop();
    }

    @Override
    public void close() {
        client.close();
        synchronized (this) {
            connections.forEach(LineClient::close);
        }
        server.close();
    }
}
