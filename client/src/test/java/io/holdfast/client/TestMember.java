package io.holdfast.client;

import io.holdfast.core.event.Event;
import io.holdfast.log.Clock;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A real server in this process, on real sockets and in real time. */
public final class TestMember implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 60_000;

    private final Server server;
    private final List<Event> events = new ArrayList<>();

    private TestMember(Server server) {
        this.server = server;
        server.onEvents(this::record);
    }

    /** Starts a server that keeps its state in memory, on free ports. */
    public static TestMember start(String... flags) {
        List<String> all = new ArrayList<>(List.of("--ephemeral", "--port", "0"));
        all.addAll(List.of("--http-port", "0"));
        all.addAll(List.of(flags));
        return start(all);
    }

    /** Starts a server that keeps its state in a directory. */
    static TestMember durable(Path directory, int httpPort) {
        return start(List.of(
                "--data-dir", directory.toString(), "--port", "0", "--http-port", "" + httpPort));
    }

    static TestMember start(List<String> flags) {
        try {
            return new TestMember(Server.start(ConfigReader.read(flags, Map.of()), Clock.SYSTEM));
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
    }

    public String address() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.httpPort();
    }

    public Holdfast client() {
        return Holdfast.connect(address());
    }

    private synchronized void record(List<Event> more) {
        events.addAll(more);
        notifyAll();
    }

    /** Waits until this many waiters have queued for a key since the start. */
    void awaitQueued(String key, int count) {
        awaitEvents(
                count,
                event -> event instanceof Event.Queued queued
                        && queued.name().key().equals(key));
    }

    /** Waits until this many grants of a key have ended since the start. */
    void awaitEnded(String key, int count) {
        awaitEvents(
                count,
                event ->
                        event instanceof Event.Ended ended && ended.name().key().equals(key));
    }

    /** Waits until this many waiters have left the queue of a key since the start. */
    void awaitWaitEnded(String key, int count) {
        awaitEvents(
                count,
                event -> event instanceof Event.WaitEnded left
                        && left.name().key().equals(key));
    }

    /** Returns how many grants of a key there were since the start. */
    synchronized long grants(String key) {
        return events.stream()
                .filter(event -> event instanceof Event.Granted granted
                        && granted.name().key().equals(key))
                .count();
    }

    synchronized void awaitEvents(int count, Predicate<Event> kind) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (events.stream().filter(kind).count() < count) {
            long left = deadline - System.currentTimeMillis();
            if (left <= 0) {
                throw new AssertionError("expected " + count + " events among " + events);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
