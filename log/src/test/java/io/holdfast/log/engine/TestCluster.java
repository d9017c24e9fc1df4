package io.holdfast.log.engine;

import io.holdfast.core.command.Settings;
import io.holdfast.core.value.Format;
import io.holdfast.log.Clock;
import io.holdfast.log.LogOptions;
import io.holdfast.log.raft.ClusterLog;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.log.raft.Membership;
import io.holdfast.log.raft.PeerAddress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Several members in this process, with real sockets and files. */
final class TestCluster implements AutoCloseable {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Path directory;
    private final SortedMap<String, PeerAddress> peers;
    private final LogOptions options;
    private final long patienceNanos;
    private final Map<String, Integer> formats = new TreeMap<>();
    private final Map<String, Long> stateBytesMax = new TreeMap<>();
    private final Map<String, Engine> nodes = new TreeMap<>();
    private final Map<String, ClusterLog> logs = new TreeMap<>();

    TestCluster(Path directory, LogOptions options, long patienceSeconds, String... names) {
        this.directory = directory;
        this.options = options;
        this.patienceNanos = patienceSeconds * SECOND_NANOS;
        this.peers = FreePorts.peers(names);
    }

    static TestCluster ofThree(Path directory) throws IOException {
        TestCluster cluster = new TestCluster(directory, LogOptions.DEFAULT, 10, "n1", "n2", "n3");
        cluster.startAll();
        return cluster;
    }

    /** Limits the formats that the member reads from its next start on. */
    synchronized TestCluster reading(String name, int formatMax) {
        formats.put(name, formatMax);
        return this;
    }

    /** Sets the member's heap limit for the state from its next start on. */
    synchronized TestCluster withStateBytesMax(String name, long bytesMax) {
        stateBytesMax.put(name, bytesMax);
        return this;
    }

    void startAll() throws IOException {
        List<CompletableFuture<Void>> starts = new ArrayList<>();
        for (String name : peers.keySet()) {
            starts.add(starting(name));
        }
        starts.forEach(CompletableFuture::join);
    }

    /** Starts a member on its own thread, because it may have to wait for others. */
    CompletableFuture<Void> starting(String name) {
        return inBackground(name, () -> start(name));
    }

    private interface Start {
        Engine run() throws IOException;
    }

    private static CompletableFuture<Void> inBackground(String name, Start start) {
        CompletableFuture<Void> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("start-" + name).start(() -> {
            try {
                start.run();
                started.complete(null);
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        return started.orTimeout(120, TimeUnit.SECONDS);
    }

    Engine start(String name) throws IOException {
        return start(name, peers, false);
    }

    /** Starts a member without peers, or one that waits to be added. */
    Engine startAlone(String name, boolean join) throws IOException {
        return start(name, new TreeMap<>(Map.of(name, address(name))), join);
    }

    CompletableFuture<Void> joining(String name) {
        return inBackground(name, () -> startAlone(name, true));
    }

    PeerAddress address(String name) {
        PeerAddress address = peers.get(name);
        if (address == null) {
            throw new AssertionError("no address for " + name);
        }
        return address;
    }

    Membership membership(String name) {
        return log(name).membership();
    }

    synchronized ClusterLog log(String name) {
        ClusterLog log = logs.get(name);
        if (log == null) {
            throw new AssertionError("no node " + name);
        }
        return log;
    }

    Path directory(String name) {
        return directory.resolve(name);
    }

    private Engine start(String name, SortedMap<String, PeerAddress> known, boolean join)
            throws IOException {
        ClusterLog log = new ClusterLog(
                directory.resolve(name),
                options,
                new ClusterOptions(name, known, null, join, null),
                Clock.SYSTEM);
        int formatMax;
        long bytesMax;
        synchronized (this) {
            logs.put(name, log);
            bytesMax = stateBytesMax.getOrDefault(name, 0L);
            formatMax = formats.getOrDefault(name, Format.NEWEST);
        }
        EngineOptions how = new EngineOptions(
                name, Settings.DEFAULT, false, false, patienceNanos, patienceNanos);
        EngineOptions sized = how.withFormatMax(formatMax).withStateBytesMax(bytesMax);
        Engine engine = Engine.start(log, Clock.SYSTEM, sized);
        synchronized (this) {
            nodes.put(name, engine);
        }
        return engine;
    }

    synchronized Engine node(String name) {
        Engine engine = nodes.get(name);
        if (engine == null) {
            throw new AssertionError("no node " + name);
        }
        return engine;
    }

    synchronized List<Engine> nodes() {
        return List.copyOf(nodes.values());
    }

    /** Waits for a leader and returns its name. */
    synchronized String leader() {
        for (Map.Entry<String, ClusterLog> log : logs.entrySet()) {
            if (nodes.containsKey(log.getKey()) && log.getValue().leads()) {
                return log.getKey();
            }
        }
        return "";
    }

    /** Stops a member like a crash, except that its files are closed. */
    void stop(String name) {
        Engine engine;
        synchronized (this) {
            engine = nodes.remove(name);
            logs.remove(name);
        }
        if (engine != null) {
            engine.close();
        }
    }

    static long hash(Engine engine) {
        return engine.stateHash().orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        List<String> all;
        synchronized (this) {
            all = List.copyOf(nodes.keySet());
        }
        all.parallelStream().forEach(this::stop);
        List<ClusterLog> left;
        synchronized (this) {
            left = List.copyOf(logs.values());
        }
        left.forEach(ClusterLog::close);
    }
}
