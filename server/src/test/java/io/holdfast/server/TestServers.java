package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Clock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Three whole servers that behave as one: real sockets, real files, real time. */
public final class TestServers implements AutoCloseable {

    private final Path directory;
    private final List<TestServer> servers;
    private final List<Integer> peerPorts;
    private int parties;

    private TestServers(Path directory, List<TestServer> servers, List<Integer> peerPorts) {
        this.directory = directory;
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
        Peers peers = Peers.start(directory, Clock.SYSTEM, node -> {
            List<String> all = new ArrayList<>(List.of("--default-lease-ttl", "600"));
            all.addAll(List.of("--http-session-idle-timeout", "600"));
            all.addAll(flags.of(node));
            return all;
        });
        List<TestServer> servers =
                peers.servers().stream().map(TestServer::inRealTime).toList();
        return new TestServers(directory, servers, peers.peerPorts());
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

    /** Where the nodes have their directories. */
    public Path directory() {
        return directory;
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
        TestServer server = servers.get(first % Peers.NODES);
        return switch (transport) {
            case HTTP -> {
                String session = server.session().id();
                List<Caller> callers = new ArrayList<>();
                for (int i = 1; i <= Peers.NODES; i++) {
                    callers.add(
                            new Caller(servers.get((first + i) % Peers.NODES).client(), session));
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
