package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Three whole servers that behave as one: real sockets, real files, real time. */
public final class TestServers implements AutoCloseable {

    private static final int NODES = 3;
    private static final long START_SECONDS_MAX = 120;

    private final List<TestServer> servers;
    private final List<Integer> peerPorts;
    private int parties;

    private TestServers(List<TestServer> servers, List<Integer> peerPorts) {
        this.servers = servers;
        this.peerPorts = peerPorts;
    }

    /** Flags for one of the nodes, which are n1, n2 and n3. */
    @FunctionalInterface
    public interface Flags {
        List<String> of(String node);
    }

    /** A cluster in which nothing lapses because the machine of the test is slow. */
    public static TestServers start(Path directory, String... flags) {
        return start(directory, node -> List.of(flags));
    }

    public static TestServers start(Path directory, Flags flags) {
        List<Integer> ports = freePorts();
        List<CompletableFuture<TestServer>> starts = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            List<String> all = new ArrayList<>(List.of("--node", "n" + i, "--peers", peers(ports)));
            all.addAll(List.of("--default-lease-ttl", "600", "--http-session-idle-timeout", "600"));
            all.addAll(flags.of("n" + i));
            Path own = directory.resolve("n" + i);
            starts.add(starting(() -> TestServer.peer(own, all.toArray(String[]::new))));
        }
        List<TestServer> servers = starts.stream().map(CompletableFuture::join).toList();
        return new TestServers(servers, ports);
    }

    private static CompletableFuture<TestServer> starting(
            java.util.function.Supplier<TestServer> start) {
        CompletableFuture<TestServer> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("start-peer").start(() -> {
            try {
                started.complete(start.get());
            } catch (RuntimeException | Error e) {
                started.completeExceptionally(e);
            }
        });
        return started.orTimeout(START_SECONDS_MAX, TimeUnit.SECONDS);
    }

    private static String peers(List<Integer> ports) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            items.add("n" + (i + 1) + "=127.0.0.1:" + ports.get(i));
        }
        return String.join(",", items);
    }

    private static List<Integer> freePorts() {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < NODES; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A node by its number, which begins with 1 as its name does. */
    public TestServer node(int number) {
        return servers.get(number - 1);
    }

    public Client client(int number) {
        return node(number).client();
    }

    public List<TestServer> nodes() {
        return servers;
    }

    public int peerPort(int number) {
        return peerPorts.get(number - 1);
    }

    /**
     * A new session, each of whose requests goes to another node than the one before; or a new
     * connection of the line protocol, to another node than the connection before.
     */
    public Party party(Transport transport) {
        int first = parties++;
        TestServer server = servers.get(first % NODES);
        return switch (transport) {
            case HTTP -> {
                String session = server.session().id();
                List<Caller> callers = new ArrayList<>();
                for (int i = 1; i <= NODES; i++) {
                    callers.add(new Caller(servers.get((first + i) % NODES).client(), session));
                }
                yield new HttpParty(List.copyOf(callers));
            }
            case LINE -> new LineParty(server);
        };
    }

    /** Waits until every node knows that so many waiters have come to a key. */
    public void awaitQueued(String key, int count) {
        servers.forEach(server -> server.awaitQueued(key, count));
    }

    /** The row of a key in the statistics, which every node has to show alike. */
    public JsonNode row(String array, String key) {
        JsonNode first = withoutTime(servers.getFirst().row(array, key));
        for (TestServer server : servers) {
            assertThat(withoutTime(server.row(array, key))).isEqualTo(first);
        }
        return first;
    }

    /** What passes between two questions is no difference. */
    private static JsonNode withoutTime(JsonNode row) {
        return row instanceof ObjectNode object
                ? object.deepCopy().remove(List.of("lease_expires_in_s", "idle_s"))
                : row;
    }

    @Override
    public void close() {
        servers.parallelStream().forEach(TestServer::close);
    }
}
